/* Constraints on presence: those written, those that options ask for, and those of elements that
 * are implied (Variability4TOSCA, sections "Constraints" and "Implied"). Internal to the making of
 * presence_formula.h. */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_CONSTRAINTS_H
#define ANALYZER_VARIABILITY_CONDITIONS_CONSTRAINTS_H

#include "analyzer/variability/conditions/logic_expression.h"

/* What is read of the elements, one after the other: first the conditions of all, then the
 * constraints that are written in the template, then what asks for constraints, option by option,
 * and at last what elements imply. */
enum {
	PASS_CONDITIONS,
	PASS_WRITTEN,
	PASS_ELEMENTS, /* the first of those that follow */
	PASS_LAST = PASS_ELEMENTS + 11
};

/* The constraints of one pass: whether there are such for elements of a kind, and those of one. */
bool constraints_concern(const struct element_graph *graph, unsigned pass, enum element_kind kind);
void constraints_add(struct logic *logic, unsigned pass, const struct element *element);

/* Those that are written in the template. */
void constraints_add_written(struct logic *logic);

/* All constraints; `end`, if it is not NULL, is told whenever those of an element, or those written
 * in the template (of NULL), have been added. */
void constraints_add_all(
	struct logic *logic, void (*end)(struct logic *logic, const struct element *element));

/* Whether an element says, or defaults to, being implied. */
bool element_is_implied(const struct element_graph *graph, const struct element *element);

#endif
