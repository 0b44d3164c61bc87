/* Solving one variant: what definitions and constraints leave open, part by part. Internal to
 * presence.c. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_PRESENCE_SOLVING_H
#define ANALYZER_VARIABILITY_PRESENCE_PRESENCE_SOLVING_H

#include "analyzer/variability/presence/presence_part.h"

/* What definitions leave open in any variant. */
struct undecided {
	uint32_t *elements; /* numbers in canonical order, rising */
	size_t element_count;
	uint32_t *atoms; /* numbers of free ones, rising */
	size_t atom_count;
};

/* `evaluation` is that of a propagation. `present`, by canonical position, tells the chosen model
 * where it has left presence open; of what is impossible, the elements that are in parts without
 * any. Ambiguous results become problems. */
enum solving_outcome presence_solve(const struct presence_request *request,
	const struct undecided *undecided, const struct evaluation *evaluation, unsigned variant,
	bool *present, uint32_t *solves);

#endif
