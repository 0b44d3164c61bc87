/* Formatting: even indentation, one space where several stand, none at ends of lines.
 *
 * Changes white space only: never a line break, a comment, a quote or the content of a
 * scalar, and nothing at all in broken YAML. What it proposes is parsed and compared with the tree
 * before; should the meaning differ, it refuses and says so. Formatting twice is formatting once.
 */
#ifndef ANALYZER_IDE_EDITS_FORMATTING_H
#define ANALYZER_IDE_EDITS_FORMATTING_H

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `refusal` is why nothing is changed that may have to be; else empty. Edits in the order of the
 * text that do not overlap, of the lines that `range` touches. `unit` is the indentation of one
 * level; 0 is taken for 2. */
const struct text_edit *formatting_edits(const struct syntax_tree *tree, struct range range,
	uint32_t unit, struct arena *arena, size_t *count, struct string *refusal);

/* A dash that has just been typed, alone on its line, is brought into line with the items of the
 * list around it, or into the key above that has none yet. No edit where it stands well or nothing
 * tells where it belongs. */
bool formatting_of_dash(const struct syntax_tree *tree, uint32_t offset, uint32_t unit,
	struct text_edit *edit, struct arena *arena);

#endif
