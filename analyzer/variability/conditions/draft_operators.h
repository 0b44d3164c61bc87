/* Operators of the first drafts of Variability4TOSCA (1.0, release candidates up to 2023), as far
 * as more than their names is different today. */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_DRAFT_OPERATORS_H
#define ANALYZER_VARIABILITY_CONDITIONS_DRAFT_OPERATORS_H

#include "analyzer/language/variability/operators.h"
#include "analyzer/variability/elements/element_graph.h"

/* `xor` was "exactly one", and is parity. Does the template use other old spellings, so that it
 * means the former? */
bool draft_xor_is_exactly_one(const struct element_graph *graph);

/* Does the node hold such spellings? */
bool draft_operators_are_used(struct node expression);

/* The operand of `was_target`, which has no newer name: is the node the target of any relation,
 * present or not? Absent if the expression is another one. */
struct node draft_was_target(struct node expression);

#endif
