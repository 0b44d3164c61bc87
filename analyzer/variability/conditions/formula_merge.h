/* What an edit keeps of a formula: what was met and demanded where nothing is read again. */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_FORMULA_MERGE_H
#define ANALYZER_VARIABILITY_CONDITIONS_FORMULA_MERGE_H

#include "analyzer/variability/conditions/presence_formula.h"

/* `result` has the passages, or constraints, of what was read again; those of its base join them,
 * but for those that these replace, in their order. Takes steps for what was read again or has gone
 * alone. */
void formula_merge_passages(struct presence_formula *result, const struct formula_edit *edit);
void formula_merge_constraints(struct presence_formula *result, const struct formula_edit *edit);

#endif
