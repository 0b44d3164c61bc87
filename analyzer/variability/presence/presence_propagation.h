/* What follows from the constraints of a template, under a number of variants at once. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_PRESENCE_PROPAGATION_H
#define ANALYZER_VARIABILITY_PRESENCE_PRESENCE_PROPAGATION_H

#include "analyzer/variability/conditions/presence_formula.h"
#include "solver/propagation/propagation.h"

/* Demands are numbered as the constraints are. */
struct propagation *presence_propagate(
	const struct presence_formula *all, const struct evaluation *evaluation, uint64_t variants);

#endif
