/* Solving one variant: constraints, optimisation, uniqueness. Internal to presence.c. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_SOLVING_H
#define ANALYZER_VARIABILITY_PRESENCE_SOLVING_H

#include "analyzer/variability/presence.h"

enum solving_outcome {
	SOLVING_DONE,       /* `present` is filled in */
	SOLVING_IMPOSSIBLE, /* there is no model */
	SOLVING_CANCELLED,
};

/* `present`, by canonical position, tells the chosen model. Ambiguous results become problems. */
enum solving_outcome presence_solve(const struct presence_request *request,
	const struct evaluation *evaluation, unsigned variant, bool *present, uint32_t *solves);

#endif
