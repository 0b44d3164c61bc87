/* Logic expressions become formulas (Variability4TOSCA, section "Variability Expressions").
 *
 * What is no logic or presence operator is a value expression, whose result is folded to true or
 * false under each variant. Internal to the making of presence_formula.h. */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_LOGIC_EXPRESSION_H
#define ANALYZER_VARIABILITY_CONDITIONS_LOGIC_EXPRESSION_H

#include "analyzer/language/variability/operators.h"
#include "analyzer/variability/conditions/presence_formula.h"

struct logic {
	struct presence_formula *result;
	const struct element_graph *graph;
	struct formulas *formulas;
	struct arena *arena;
	struct problems *problems;
	const struct presence_formula
		*origin;         /* whose named expressions are read for whom; or NULL */
	struct node expressions; /* variability.expressions */
	struct node operands;    /* the path that is read: where a name that it lacks is told */
	struct occurrence_stack met;
	struct name_table ids; /* elements by id; filled when first needed */
	bool has_ids;
	enum xor_meaning {
		XOR_IS_UNDECIDED,
		XOR_IS_PARITY,
		XOR_IS_EXACTLY_ONE, /* in the first drafts of the specification */
	} xor_meaning;
	unsigned depth;
	unsigned pass;             /* in which constraints and passages are made */
	unsigned naming;           /* named expressions are being read, one in the other */
	enum mention_kind mention; /* what an operator asks for of a node */
	formula *stack;            /* operands collected so far */
	size_t stack_count;
	size_t stack_capacity;
};

/* Releases what grows; the rest lives in the arena. */
void logic_finish(struct logic *logic);

/* The formula of an expression written at `context`, which may be NULL. Mistakes become problems,
 * and atoms in the formula. */
formula logic_transform(struct logic *logic, struct node expression, const struct element *context);

/* The formula of a condition of an element. */
formula logic_of_condition(
	struct logic *logic, const struct condition *condition, const struct element *element);

/* What is known of an expression in `variability.expressions`; NULL if nothing refers to it. */
const struct named_expression *presence_formula_expression(
	const struct presence_formula *presence, struct string name);

/* For whom the named expression is read that is met at `context`. */
const struct element *logic_context(
	const struct logic *logic, struct string name, const struct element *context);

/* The formula of a presence operator. FORMULA_NONE after a mistake. */
formula presence_operator_transform(struct logic *logic, enum operator_id op, struct node operand,
	const struct element *context);

/* Operands on a stack, so that lists need no memory of their own. */
void logic_push(struct logic *logic, formula operand);
formula logic_pop_or(struct logic *logic, size_t base);
formula logic_pop_and(struct logic *logic, size_t base);

/* An atom for an expression without meaning; there must be a problem. */
formula logic_error_atom(struct logic *logic, struct node expression);

/* Notes a problem of PHASE_TRANSFORM. */
void logic_problem(
	struct logic *logic, enum diagnostic_code code, struct node place, struct string text);

/* The atom of a value expression: the same for equal expressions. */
formula logic_value_atom(struct logic *logic, struct node expression);
formula logic_input_atom(struct logic *logic, struct node key);

/* The atom of a name that nothing defines: the same for equal names. */
formula logic_free_atom(struct logic *logic, struct string name, struct node place);

/* ⋁ P(e) */
formula any_present(struct logic *logic, struct elements elements);

/* B(e): none of the other alternatives is present. */
formula no_other_present(struct logic *logic, const struct element *element);

/* What the two formulas of an element mean, where every element has a variable for each. */
struct presence_meaning {
	formula manual;
	formula present;
};
struct presence_meaning presence_formula_meaning(
	struct logic *logic, const struct element *element);

/* G(e), without the type-specific part. */
formula generated_formula(struct logic *logic, const struct element *element, unsigned tokens);

#endif
