/* The presence of all elements as one formula (Variability4TOSCA, section "Processing").
 *
 * Every element has two formulas: it is *present*, and its *manual* conditions hold. Both
 * are defined by its conditions, possibly in circles. Whatever is known only under a
 * variant, the result of a value expression, is an atom: a free variable that a variant
 * gives a value. What nobody can evaluate is an atom, too, so that the rest keeps its
 * meaning. Built once per template; immutable afterwards, and good for all variants. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_FORMULA_H
#define ANALYZER_VARIABILITY_PRESENCE_FORMULA_H

#include "analyzer/variability/conditions.h"
#include "analyzer/variability/value.h"
#include "solver/formula.h"

enum atom_kind {
	ATOM_VALUE, /* a value expression, folded to a Boolean */
	ATOM_FREE,  /* a string that names no element */
	ATOM_ERROR, /* an expression that has no meaning; see its problem */
};

struct atom {
	enum atom_kind kind;
	formula variable;
	struct node expression; /* its first occurrence */
	struct value value;     /* ATOM_VALUE: the expression, converted */
	struct string name;     /* ATOM_FREE */
	uint32_t order;         /* among the problems of PHASE_TRANSFORM */
};

/* Why a constraint is there. */
enum constraint_kind {
	CONSTRAINT_WRITTEN,
	CONSTRAINT_OPTION,
	CONSTRAINT_IMPLIED,
	CONSTRAINT_IMPLIES,
};

struct constraint {
	enum constraint_kind kind;
	formula formula;
	const struct element *element; /* NULL for those of the template */
	const char *option;            /* CONSTRAINT_OPTION */
	struct node place;             /* may be absent */
};

struct presence_formula {
	const struct element_graph *graph;
	const struct conditions *conditions;
	struct formulas *formulas;
	formula *present; /* by canonical position */
	formula *manual;
	struct atom *atoms; /* in the order of their first occurrence */
	size_t atom_count;
	size_t atom_capacity;
	struct constraint *constraints;
	size_t constraint_count;
	size_t constraint_capacity;
};

/* Mistakes in expressions become problems of PHASE_TRANSFORM. Everything but the pool of formulas
 * lives in the arena of the graph. */
struct presence_formula *presence_formula_create(
	const struct element_graph *graph, const struct conditions *conditions);

/* Releases the pool. */
void presence_formula_destroy(struct presence_formula *presence);

static inline formula presence_of(
	const struct presence_formula *presence, const struct element *element)
{
	return presence->present[element->position];
}

#endif
