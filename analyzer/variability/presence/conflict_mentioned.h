/* The elements that demands speak of, whether or not these have conditions. Internal to conflict.h.
 */
#ifndef ANALYZER_VARIABILITY_PRESENCE_CONFLICT_MENTIONED_H
#define ANALYZER_VARIABILITY_PRESENCE_CONFLICT_MENTIONED_H

#include "analyzer/variability/presence/conflict.h"

/* Each once, in canonical order; in the arena. */
struct elements conflict_mentioned(const struct presence_formula *all,
	const struct conflict_part *parts, size_t count, struct arena *arena);

#endif
