/* Parts of a space with too many combinations to go through one by one: their classes become
 * variables of one formula, together with everything that keeps an assignment from being
 * resolved. What has no model is proven; a model is an assignment that is resolved before
 * anything is said. Internal to this folder. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_LARGE_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_LARGE_H

#include "analyzer/variability/space/space_parts.h"

/* Fills in the verdicts of the part's elements and notes its failures. Where the space has no base
 * that does not fail, and everything is in one part, one is looked for. False if it was cancelled.
 */
bool space_large_find(struct space *space, struct space_part *part, const atomic_bool *cancelled);

/* Of a part that was gone through, but holds values that may come to something else than those that
 * stand for their class: proves what it can. */
bool space_large_prove(struct space *space, struct space_part *part, const atomic_bool *cancelled);

/* Finds the conditions of elements of the part that vary and of which few inputs decide. */
void space_large_conditions(struct space *space, const struct space_part *part);

/* Asked of an assignment of the part's inputs; true if it does as is wanted. */
typedef bool space_confirm(void *context, const uint32_t *classes);

struct space_nearest {
	const uint32_t *from;          /* classes that the distance is counted from */
	const struct element *element; /* of the part; NULL: it must not fail, nothing else */
	bool wants_present;
	size_t most;            /* confirmed ones that are wanted */
	space_confirm *confirm; /* inputs of other parts are as in the base */
	void *context;
};

enum space_nearest_answer {
	NEAREST_FOUND,   /* all of the fewest inputs, or as many as wanted, were confirmed */
	NEAREST_NEVER,   /* proven: there is none */
	NEAREST_UNKNOWN, /* too many were not confirmed */
};

/* Which assignments of the part nearest to another one make an element present or absent? */
enum space_nearest_answer space_large_nearest(const struct space *space,
	const struct space_part *part, const struct space_nearest *nearest);

#endif
