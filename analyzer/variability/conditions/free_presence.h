/* What an expression, as it is written, says of the elements: a formula beside that of the
 * template, in a pool of its own, in which every presence is a free variable. So there is no second
 * reading of operators. */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_FREE_PRESENCE_H
#define ANALYZER_VARIABILITY_CONDITIONS_FREE_PRESENCE_H

#include "analyzer/variability/conditions/logic_expression.h"

/* `logic` makes formulas of `scratch`, in which an element has two variables, one behind the other:
 * it is present, its manual conditions hold. Mistakes are ignored. Neither may be moved; what they
 * hold lives in `arena`, but for the pool. */
void free_presence_begin(struct presence_formula *scratch, struct logic *logic,
	const struct presence_formula *of, struct arena *arena);
void free_presence_end(struct presence_formula *scratch, struct logic *logic);

/* The same, continuing what another has made so far, which must live as long and not grow. */
void free_presence_continue(struct presence_formula *scratch, struct logic *logic,
	const struct logic *base, struct arena *arena);

/* The element whose presence, or manual conditions, a variable stands for; NULL if it is another
 * variable. */
const struct element *free_presence_element(
	const struct presence_formula *scratch, formula variable);
bool free_presence_is_manual(const struct presence_formula *scratch, formula variable);

#endif
