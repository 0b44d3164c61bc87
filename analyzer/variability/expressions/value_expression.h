/* Evaluation of value expressions (Variability4TOSCA, section "Variability Expressions").
 *
 * A value context is one assignment of the variability inputs: under it, every value
 * expression is a constant, an error, or open, because it demands an input that has
 * neither a value nor a default. Results of names are remembered. Knows no elements: no value
 * operator refers to one. */
#ifndef ANALYZER_VARIABILITY_EXPRESSIONS_VALUE_EXPRESSION_H
#define ANALYZER_VARIABILITY_EXPRESSIONS_VALUE_EXPRESSION_H

#include "analyzer/variability/values/value.h"

struct variability_assignment;
struct value_context;
struct value_definitions;

enum value_outcome {
	VALUE_KNOWN,
	VALUE_OPEN, /* depends on an input without value; `error` says which */
	VALUE_ERROR,
};

struct value_result {
	enum value_outcome outcome;
	struct value value;  /* if known; its kind may be VALUE_NONE: no value */
	struct string error; /* unless known: the text of the reference implementation */
	struct node cause;   /* unless known: the innermost node to blame, may be absent */
	struct string input; /* if open: the input without value */
};

/* The variability inputs and named expressions of `topology_template.variability` (which may be
 * absent, and is borrowed): what the contexts of all variants share. One thread at a time uses
 * them and their contexts. */
struct value_definitions *value_definitions_create(struct arena *arena, struct node variability);

/* `assignment` is borrowed. Everything returned lives in `arena`. */
struct value_context *value_context_create_for(struct arena *arena,
	struct value_definitions *definitions, const struct variability_assignment *assignment);

/* A context with definitions of its own. */
struct value_context *value_context_create(struct arena *arena, struct node variability,
	const struct variability_assignment *assignment);

/* Evaluates an expression. Maps are operators; everything else stands for itself.
 * An expression that several contexts evaluate is best converted only once. */
struct value_result value_evaluate(struct value_context *context, struct value expression);

/* The same for a node, which is converted at the first call. */
struct value_result value_evaluate_node(struct value_context *context, struct node expression);

/* What a value expression means as a condition: Booleans themselves, every string holds, a
 * number holds if it is positive, anything else is the error
 * `Unexpected value expression treated as logic "…"`. Known results are Booleans. */
struct value_result value_evaluate_condition(
	struct value_context *context, struct value expression);

/* The variability inputs an expression can demand, also through named expressions and
 * defaults: each once, in order of appearance. */
struct variability_input_names {
	size_t count;
	size_t capacity;
	struct string *names;
};
void value_collect_inputs(struct value_context *context, struct value expression,
	struct variability_input_names *inputs);

/* The value of `variability_input: name`, without demanding it: the assigned value, the
 * default or the default expression. */
struct value_result value_of_input(struct value_context *context, struct string name);

#endif
