/* References to elements in expressions: names, positions, and the keywords SELF, CONTAINER,
 * SOURCE and TARGET relative to the element whose condition it is (Variability4TOSCA, section
 * "Presence Operators"). */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_ELEMENT_REFERENCE_H
#define ANALYZER_VARIABILITY_CONDITIONS_ELEMENT_REFERENCE_H

#include "analyzer/variability/conditions/logic_expression.h"

/* The element, or NULL after a mistake, which becomes a problem. `container` is the kind of what
 * holds the type or property; it does not matter for other kinds. */
const struct element *reference_resolve(struct logic *logic, enum element_kind kind,
	enum element_kind container, struct node operand, const struct element *context);

#endif
