/* What an edit of named expressions reaches: they are read once, and then known by their formulas.
 * Internal to presence_formula.c. */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_OUTDATED_EXPRESSIONS_H
#define ANALYZER_VARIABILITY_CONDITIONS_OUTDATED_EXPRESSIONS_H

#include "analyzer/variability/conditions/presence_formula.h"

/* Notes in `result` which expressions of the base may mean something else, and adds to `edit` who
 * uses them. False if the uses are not known one by one. */
bool outdated_expressions_find(struct presence_formula *result, struct formula_edit *edit);

#endif
