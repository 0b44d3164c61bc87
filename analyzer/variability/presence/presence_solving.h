/* Solving one variant: what the definitions leave open, part by part. Internal to presence.c. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_PRESENCE_SOLVING_H
#define ANALYZER_VARIABILITY_PRESENCE_PRESENCE_SOLVING_H

#include "analyzer/variability/presence/presence_part.h"

/* `present`, by canonical position, tells the chosen model where the evaluation has left presence
 * open. Ambiguous results become problems. */
enum solving_outcome presence_solve(const struct presence_request *request,
	const struct evaluation *evaluation, unsigned variant, bool *present, bool *is_plain,
	uint32_t *solves);

#endif
