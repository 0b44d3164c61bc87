/* The element that the operands of a presence operator name: `[node, relation, property]` step
 * by step, by names or by positions, or SELF and its like. */
#ifndef ANALYZER_IDE_CURSOR_OPERAND_ELEMENT_H
#define ANALYZER_IDE_CURSOR_OPERAND_ELEMENT_H

#include "analyzer/ide/cursor/operands.h"
#include "analyzer/variability/analysis/analysis.h"

/* `around` is the element whose condition it is, or NULL. NULL if there is no such element. */
const struct element *operand_element(const struct analysis *analysis, const struct element *around,
	const struct operator_row *row, const struct string *names, size_t count);

#endif
