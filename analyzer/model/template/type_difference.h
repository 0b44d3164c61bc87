/* What an edit leaves as it is, as far as types are concerned: which sections of a tree have to be
 * looked at, seen from an earlier tree of the same document. */
#ifndef ANALYZER_MODEL_TEMPLATE_TYPE_DIFFERENCE_H
#define ANALYZER_MODEL_TEMPLATE_TYPE_DIFFERENCE_H

#include "analyzer/syntax/tree/syntax_tree.h"

enum region {
	REGION_TYPES,
	REGION_TEMPLATE,
	REGION_PLAIN, /* what nobody asks for: metadata, a description */
	REGION_OTHER,
};

/* How a tree differs from an earlier one: sections outside of the template keep what was said
 * about them if only the template differs; if types do, all that do not ask for these. */
struct type_difference {
	enum region region;
	struct shared_ends kept; /* sections at the ends that are looked at by no means */
	bool keeps_variability;  /* the variability definition is what it was */
	/* Of an entry with several sections, all are looked at. */
	bool is_wide;
	uint32_t before; /* the first of them, if it is in front of those that differ */
	uint32_t behind; /* how many follow those that differ */
};

struct type_difference type_difference_between(
	const struct syntax_tree *before, const struct syntax_tree *tree);

#endif
