/* How a name is written in YAML at the place of another one: plainly or in quotes. */
#ifndef ANALYZER_IDE_TEXT_NAME_TEXT_H
#define ANALYZER_IDE_TEXT_NAME_TEXT_H

#include "analyzer/syntax/tree/syntax_tree.h"

#include <stdbool.h>

/* Whether a name can be written on one line at all: it is not empty and has no control
 * characters. */
bool name_is_writable(struct string name);

/* The name as written, without anchor, tag and quotes. */
struct range name_range(struct node name, struct arena *arena);

/* The part of it that reads as these bytes of its text: quotes may have escapes in them. */
struct range name_part(struct node name, struct range bytes, struct arena *arena);

/* The edit that makes `range`, a part of the name `node` as written, read `name`. The node must
 * not be a block scalar. */
struct text_edit name_edit(
	struct node node, struct range range, struct string name, struct arena *arena);

#endif
