/* The walk over a file against the shapes: what its parts share. */
#ifndef ANALYZER_MODEL_GRAMMAR_GRAMMAR_WALKER_H
#define ANALYZER_MODEL_GRAMMAR_GRAMMAR_WALKER_H

#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/report/diagnostic.h"

struct grammar_frame; /* the constructs around, innermost first */

struct grammar_walker {
	const struct syntax_tree *tree;
	enum definitions_version version;
	bool strict;        /* TOSCA 2.0: empty values and keys that are no strings are mistakes */
	bool is_variable;   /* the template has a variability definition */
	bool every_section; /* or just the nodes of `section` */
	uint32_t section;
	grammar_name_visitor *visit_name; /* NULL: none; otherwise nothing is reported */
	grammar_expression_visitor *visit_expression; /* NULL: none; then expressions are checked */
	void *context;
	struct diagnostics *diagnostics;
	/* Inside what an alias repeats, mistakes are reported at the alias, and only one. */
	struct node alias;
	bool alias_has_mistake;
};

/* Diagnostics go through here. NULL if there is already one for the alias around. */
struct diagnostic *grammar_report(struct grammar_walker *walker, enum diagnostic_code code,
	struct node node, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* What is written at `node`, for messages: "a list". */
const char *grammar_node_description(struct node node);

void grammar_check_condition(struct grammar_walker *walker, struct node node);
void grammar_check_logic_expression(struct grammar_walker *walker, struct node node);
void grammar_check_value_expression(struct grammar_walker *walker, struct node node);
void grammar_check_named_expression(struct grammar_walker *walker, struct node node);
void grammar_check_implications(struct grammar_walker *walker, struct node node);

void grammar_check_operands(
	struct grammar_walker *walker, const struct operator_row *row, struct node operands);

/* Operands of "and" (`neutral` is true) or "or" that could be left out. */
void grammar_check_redundancy(struct grammar_walker *walker, struct node list, bool neutral);

void grammar_check_options(struct grammar_walker *walker, struct node options);
void grammar_check_mode(struct grammar_walker *walker, enum element_kind kind, struct node mode);

/* Rules about several keynames of one construct. */
void grammar_check_construct(struct grammar_walker *walker, enum construct construct,
	struct node key, struct node mapping);
void grammar_check_operation(struct grammar_walker *walker, struct node operation);

#endif
