/* What follows from the constraints of a template, under a number of variants at once. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_PRESENCE_PROPAGATION_H
#define ANALYZER_VARIABILITY_PRESENCE_PRESENCE_PROPAGATION_H

#include "analyzer/variability/conditions/presence_formula.h"
#include "solver/propagation/propagation.h"

/* Demands are numbered as the constraints are. */
struct propagation *presence_propagate(
	const struct presence_formula *all, const struct evaluation *evaluation, uint64_t variants);

/* The same where nobody asks for reasons. */
struct propagation *presence_propagate_at_once(
	const struct presence_formula *all, const struct evaluation *evaluation, uint64_t variants);

/* The same after an edit, of what `before` and `base` are about; NULL if it has to be made whole.
 */
struct propagation *presence_propagate_after(const struct presence_formula *all,
	const struct evaluation *evaluation, uint64_t variants, const struct evaluation *before,
	const struct propagation *base);

#endif
