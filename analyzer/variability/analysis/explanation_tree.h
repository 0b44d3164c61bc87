/* The making of an explanation: a tree of steps, and what of it is still to be told.
 *
 * An element leads to other elements by its conditions, and these to more, as far as the template
 * reaches; so do named expressions. They wait for their turn, in the order in which they will be
 * read; what an expression is made of besides is told at once. Internal to explanations. */
#ifndef ANALYZER_VARIABILITY_ANALYSIS_EXPLANATION_TREE_H
#define ANALYZER_VARIABILITY_ANALYSIS_EXPLANATION_TREE_H

#include "analyzer/text/name_table.h"
#include "analyzer/variability/analysis/reasoning.h"

struct told {
	struct string text;
	const struct element *element;
	struct node place;
	bool is_consequence, is_input;    /* as in `explanation_step` */
	struct told *first, *last, *next; /* reasons, and the next reason of what this is one of */
};

/* An element, or a named expression, that has a place in the tree, and no reasons yet. */
struct untold {
	struct told *told;
	const struct element *element; /* of an expression, its context */
	bool is_manual;                /* about its manual conditions only */
	struct string expression;      /* its name, or empty */
	bool holds;
};

/* Where a named expression has been explained. */
struct told_expression {
	const struct element *context;
	bool holds;
	const struct told *told;
	struct told_expression *next; /* of that name */
};

struct explaining {
	const struct findings *findings;
	struct arena *arena;
	bool tells_all; /* every reason, not only as many as are needed */
	struct reasoning reasoning;
	struct name_table told_expressions; /* the first of each name */
	bool *is_told; /* by canonical position; presence, then manual conditions of all */
	struct untold *waiting;
	size_t waiting_count;
	size_t waiting_capacity;
};

/* Adds a reason of `parent`. */
struct told *explanation_add(struct explaining *explaining, struct told *parent, struct string text,
	const struct element *element, struct node place);

/* Its reasons follow when its turn comes. */
void explanation_wait(struct explaining *explaining, struct untold untold);

/* Does the formula hold, or not hold? Also where nothing can be resolved, so that few formulas have
 * a value, but it follows. */
bool explained_is(struct explaining *explaining, formula meaning, bool holds);

/* Is the last step to the fact one from its operands, neither a demand nor a choice? */
bool explained_by_operands(const struct explaining *explaining, formula fact);

/* Adds why the fact holds. */
void explain_fact(struct explaining *explaining, struct told *parent, formula fact);

/* Where it is written: its name, or all of an item of a list. */
struct node explained_place(const struct element *element);

/* Adds an element, present or absent as it is; its reasons follow when its turn comes. */
struct told *explain_element(
	struct explaining *explaining, struct told *parent, const struct element *element);

/* Adds a constraint, or what demands the fact, and why what it speaks of besides holds. */
void explain_demand(struct explaining *explaining, struct told *parent, formula fact);

/* Adds why the element is as it is, where neither conditions nor constraints decide. */
void explain_choice(
	struct explaining *explaining, struct told *parent, const struct element *element);

/* Adds why a named expression holds or not; or refers to where that was told. */
void explain_named(struct explaining *explaining, struct told *told, struct string name,
	const struct element *context, bool holds);

/* Adds an expression that holds, or does not, as it is written; and why. */
void explain_expression(struct explaining *explaining, struct told *parent, struct node expression,
	const struct element *context, bool holds);

static inline struct node explanation_inputs(const struct explaining *explaining)
{
	return node_get(explaining->findings->service_template->graph.variability, "inputs");
}

#endif
