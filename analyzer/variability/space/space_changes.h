/* What must be set: the smallest changes of inputs that make an element present or absent. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_CHANGES_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_CHANGES_H

#include "analyzer/variability/space/space.h"

enum {
	SPACE_MOST_CHANGES = 5
};

struct space_change {
	struct value inputs;   /* a map: those that are set otherwise, by name */
	struct value complete; /* all of them */
	struct string text;    /* `ha = true, env = prod` */
};

struct space_changes {
	enum presence now;
	bool wants_present; /* or else: absent */
	/* All changes of the fewest inputs, at most SPACE_MOST_CHANGES of them; each was resolved.
	 */
	const struct space_change *items;
	size_t count;
	bool is_never;      /* it is proven that there is none */
	const char *reason; /* why nothing is known, or nothing can be, in words; else NULL */
};

/* Of `element` under a variant of the analysis, whose error, if it has one, must be gone as well.
 * In `arena`. */
struct space_changes space_changes(const struct space *space, size_t variant,
	const struct element *element, struct arena *arena);

#endif
