/* Typed conditions and expressions: whether operands are of a type that the operator can do
 * anything with (Variability4TOSCA, section "Variability Definition", operators).
 *
 * Resolving compares and computes with whatever it gets; what is told here is that the outcome
 * would be the same whatever the inputs are, or that a number stands where truth is asked for. */
#ifndef ANALYZER_MODEL_TEMPLATE_EXPRESSION_TYPES_H
#define ANALYZER_MODEL_TEMPLATE_EXPRESSION_TYPES_H

#include "analyzer/model/report/diagnostic.h"

/* Of the expressions in one section, or in all (UINT32_MAX). Only nodes of that section are
 * reported. */
void expression_types_check(
	const struct syntax_tree *tree, uint32_t section, struct diagnostics *diagnostics);

#endif
