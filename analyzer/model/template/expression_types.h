/* Typed conditions and expressions: whether operands are of a type that the operator can do
 * anything with (Variability4TOSCA, section "Variability Definition", operators).
 *
 * Resolving compares and computes with whatever it gets; what is told here is that the outcome
 * would be the same whatever the inputs are, or that a number stands where truth is asked for. */
#ifndef ANALYZER_MODEL_TEMPLATE_EXPRESSION_TYPES_H
#define ANALYZER_MODEL_TEMPLATE_EXPRESSION_TYPES_H

#include "analyzer/model/report/diagnostic.h"
#include "analyzer/model/scope/template_scope.h"

/* The types that the value of an expression of the file may have, of `function_takes`; all of them
 * where nothing tells. `logic`: it stands where a logic expression is expected. */
unsigned expression_types_of(const struct syntax_tree *tree, struct node expression, bool logic);

/* Those of a variability input, by its definition. */
unsigned expression_types_of_input(struct node input);

/* Of the expressions in one section, or in all (UINT32_MAX). Only nodes of that section are
 * reported. Notes for which inputs and named expressions they ask, and which are defined there;
 * NULL: nobody reads that. */
void expression_types_check(const struct syntax_tree *tree, uint32_t section,
	struct diagnostics *diagnostics, struct template_notes *notes);

#endif
