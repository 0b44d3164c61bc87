/* What grows around the cursor when a selection is expanded: the word, its value or
 * key, the entry, the collection around it, and so on to the whole document. */
#ifndef ANALYZER_IDE_VIEWS_SELECTION_H
#define ANALYZER_IDE_VIEWS_SELECTION_H

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stddef.h>
#include <stdint.h>

/* From the smallest to the largest, each within the next. */
const struct range *selection_ranges(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena, size_t *count);

#endif
