/* What is around a section: what decides about the meaning of its text, which stands in other
 * sections. */
#ifndef ANALYZER_IDE_CURSOR_SURROUNDINGS_H
#define ANALYZER_IDE_CURSOR_SURROUNDINGS_H

#include "analyzer/syntax/tree/syntax_tree.h"

/* Of the sections that two trees share, those that mean the same in both: facts about them can be
 * kept. */
struct surroundings {
	struct shared_ends shared; /* none, in doubt */
	/* Of these, sections about which something else may be said now, because keynames beside or
	 * below them have changed, or what they repeat: by their numbers in the later tree, rising.
	 */
	const uint32_t *again;
	uint32_t again_count;
};

struct surroundings surroundings_compare(
	const struct syntax_tree *before, const struct syntax_tree *now, struct arena *arena);

#endif
