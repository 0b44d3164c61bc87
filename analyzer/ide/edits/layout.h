/* Text as it stands on its lines: what taking an entry out or moving it elsewhere does to the
 * lines around it. Knows YAML's indentation; knows nothing of TOSCA. */
#ifndef ANALYZER_IDE_EDITS_LAYOUT_H
#define ANALYZER_IDE_EDITS_LAYOUT_H

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stdbool.h>

/* The column of a byte, in bytes. */
uint32_t layout_column(const struct syntax_tree *tree, uint32_t offset);

bool layout_is_one_line(const struct syntax_tree *tree, struct range range);

/* Whether only spaces stand before `offset` on its line. */
bool layout_begins_line(const struct syntax_tree *tree, uint32_t offset);

/* Where an entry ends: behind its value, or behind its key if it has none. */
uint32_t layout_entry_end(struct node_entry entry);

/* The end of the last line on which something that ends at `offset` stands: block scalars end
 * where the next line begins. */
uint32_t layout_line_end(const struct syntax_tree *tree, uint32_t offset);

/* A copy of the text, every line but the first one moved by so many columns. */
struct string layout_moved(
	const struct syntax_tree *tree, struct range range, int columns, struct arena *arena);

/* The edit that takes the entry, or the item, at `position` out of a mapping or a sequence,
 * with its lines in block style and its comma in flow style. False if it is not written there
 * itself (merged), if what is left would be empty where it cannot be, or if a comment, or an
 * anchor with aliases elsewhere, would be lost. */
bool layout_removal(const struct syntax_tree *tree, struct node collection, uint32_t position,
	struct text_edit *edit, struct arena *arena);

#endif
