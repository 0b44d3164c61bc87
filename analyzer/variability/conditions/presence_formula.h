/* The presence of all elements as one formula (Variability4TOSCA, section "Processing").
 *
 * Every element has two formulas: it is *present*, and its *manual* conditions hold. Both
 * are defined by its conditions, possibly in circles. Whatever is known only under a
 * variant, the result of a value expression, is an atom: a free variable that a variant
 * gives a value. What nobody can evaluate is an atom, too, so that the rest keeps its
 * meaning. Built once per template; immutable afterwards, and good for all variants. An edit of
 * conditions defines the elements anew that have them, in a pool that continues the one before. */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_PRESENCE_FORMULA_H
#define ANALYZER_VARIABILITY_CONDITIONS_PRESENCE_FORMULA_H

#include "analyzer/syntax/tree/section_moves.h"
#include "analyzer/variability/conditions/conditions.h"
#include "analyzer/variability/conditions/known_atoms.h"
#include "analyzer/variability/conditions/occurrences.h"
#include "solver/formula.h"

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
	unsigned pass;                 /* in which it was made; within one, elements are in order */
};

struct presence_formula {
	const struct presence_formula *base; /* what it is an edit of, or NULL */
	const struct element_graph *graph;
	const struct conditions *conditions;
	struct formulas *formulas;
	formula *present; /* by position; FORMULA_FALSE where an element has gone */
	formula *manual;
	struct atom *atoms; /* in the order of their first occurrence */
	size_t atom_count;
	struct constraint *constraints;
	size_t constraint_count;
	size_t constraint_capacity;

	/* For edits. */
	struct known_atoms known;
	struct name_table expressions; /* those that the base does not have */
	struct name_table outdated;    /* those of the base that may mean something else */
	uint32_t expression_count;
	struct passage *passages; /* pass by pass, in each in canonical order */
	size_t passage_count;
	size_t passage_capacity;
	bool depends_on_order; /* what means what depends on what is read first */

	/* Of what is no edit: who asks for what. */
	struct mentions mentions;
	bool asks_ids;              /* elements are asked for by their id */
	bool counts_others;         /* policies, inputs … are asked for by their numbers */
	bool has_keyed_expressions; /* what a named expression means depends on who uses it */
};

/* Mistakes in expressions become problems of PHASE_TRANSFORM. Everything but the pool of formulas
 * lives in the arena of the graph. */
struct presence_formula *presence_formula_create(
	const struct element_graph *graph, const struct conditions *conditions);

/* What is read again: the conditions of some elements, given by their positions in canonical order,
 * among them those that have been made anew (element_graph_edit); and where it may say something
 * else, what is defined for all of the template, wherever that stands now. */
struct formula_edit {
	const uint32_t *changed;
	size_t changed_count;
	const struct section_moves *moves;
	bool names_expressions;
	bool writes_constraints;
};

/* The same formula after an edit; all else is borrowed from `base`, which is no edit itself. NULL
 * if the change reaches further than these elements; if that is because others refer to some,
 * `*concerned` lists these, in the arena of the graph. */
struct presence_formula *presence_formula_edit(const struct presence_formula *base,
	const struct element_graph *graph, const struct conditions *conditions,
	const struct formula_edit *written, struct elements *concerned);

/* Releases the pool. */
void presence_formula_destroy(struct presence_formula *presence);

/* Of the element that is the `number`-th in canonical order. */
static inline formula presence_at(const struct presence_formula *presence, uint32_t number)
{
	return presence->present[element_graph_is_reordered(presence->graph)
					 ? presence->graph->all.items[number]->position
					 : number];
}

static inline formula presence_of(
	const struct presence_formula *presence, const struct element *element)
{
	return presence->present[element->position];
}

#endif
