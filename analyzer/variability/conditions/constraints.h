/* Constraints on presence: those written, those that options ask for, and those of elements that
 * are implied (Variability4TOSCA, sections "Constraints" and "Implied"). Internal to the making of
 * presence_formula.h. */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_CONSTRAINTS_H
#define ANALYZER_VARIABILITY_CONDITIONS_CONSTRAINTS_H

#include "analyzer/variability/conditions/logic_expression.h"

/* Constraints of the template, of options and of implied elements, in this order. */
void constraints_add(struct logic *logic);

/* What `element` implies. */
void implications_add(struct logic *logic, const struct element *element);

/* Whether an element says, or defaults to, being implied. */
bool element_is_implied(const struct element_graph *graph, const struct element *element);

#endif
