/* Renaming what the author named, everywhere it is used. */
#ifndef ANALYZER_IDE_RENAME_H
#define ANALYZER_IDE_RENAME_H

#include "analyzer/syntax/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The range of the name at `offset`, quotes left out; false if there is nothing to rename. */
bool rename_prepare(
	const struct syntax_tree *tree, uint32_t offset, struct range *range, struct arena *arena);

struct rename {
	const struct text_edit *edits; /* in the order of the text */
	size_t count;
	struct string error; /* why not, for people; empty if it is possible */
};

struct rename rename_edits(
	const struct syntax_tree *tree, uint32_t offset, struct string name, struct arena *arena);

#endif
