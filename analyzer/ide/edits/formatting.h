/* Formatting: even indentation, one space where several stand, none at ends of lines.
 *
 * Changes white space only: never a line break, a comment, a quote or the content of a
 * scalar, and nothing at all in broken YAML. What it proposes is parsed and compared with the tree
 * before; should the meaning differ, it proposes nothing. Formatting twice is formatting once. */
#ifndef ANALYZER_IDE_EDITS_FORMATTING_H
#define ANALYZER_IDE_EDITS_FORMATTING_H

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stddef.h>
#include <stdint.h>

/* Edits in the order of the text that do not overlap, of the lines that `range` touches.
 * `unit` is the indentation of one level; 0 is taken for 2. */
const struct text_edit *formatting_edits(const struct syntax_tree *tree, struct range range,
	uint32_t unit, struct arena *arena, size_t *count);

#endif
