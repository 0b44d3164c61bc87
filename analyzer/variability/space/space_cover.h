/* Presets that show what a template can come to: every pair of classes of inputs once, or every
 * condition both ways, with few presets. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_COVER_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_COVER_H

#include "analyzer/variability/space/space.h"

enum space_cover_kind {
	COVER_CONDITIONS,
	COVER_PAIRS,
};

struct space_preset {
	space_assignment inputs;
	/* Empty, or the error that each assignment with what is to be covered ends with. */
	struct string error;
	struct string reason; /* of what could not be solved; else empty */
};

struct space_cover {
	const struct space_preset *presets;
	size_t count;
	const char *reason; /* why there is none, in words; else NULL */
};

/* In `arena`. Those that fail come last. */
struct space_cover space_cover(
	const struct space *space, enum space_cover_kind kind, struct arena *arena);

#endif
