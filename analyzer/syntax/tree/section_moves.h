/* Where the sections of a tree stand in a later one, in which there may be more of them or fewer:
 * by runs of neighbours that have stayed neighbours. */
#ifndef ANALYZER_SYNTAX_TREE_SECTION_MOVES_H
#define ANALYZER_SYNTAX_TREE_SECTION_MOVES_H

#include "analyzer/syntax/tree/syntax_tree.h"

/* Not all of them need be the same: as many stand where they stood. */
struct section_run {
	uint32_t before; /* number of the first one in the tree before */
	uint32_t now;
	uint32_t count;
};

/* Ascending; what is in none of them has come or gone. Without runs, all stand where they stood. */
struct section_moves {
	struct section_run *runs;
	size_t count;
	size_t capacity;
};

/* `moves` is zeroed; the caller finishes it. False if too much has changed to tell. */
bool section_moves_find(struct section_moves *moves, const struct syntax_tree *before,
	const struct syntax_tree *now);
void section_moves_finish(struct section_moves *moves);

/* The number of a section now; UINT32_MAX if it has gone. */
uint32_t section_moves_now(const struct section_moves *moves, uint32_t section);

/* The node that stands where that of the tree before stood; absent if its section has gone. */
struct node section_moves_node(const struct section_moves *moves, const struct syntax_tree *now,
	struct node_reference reference);

#endif
