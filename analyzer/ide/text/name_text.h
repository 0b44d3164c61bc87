/* How a name is written in YAML at the place of another one: plainly or in quotes. */
#ifndef ANALYZER_IDE_TEXT_NAME_TEXT_H
#define ANALYZER_IDE_TEXT_NAME_TEXT_H

#include "analyzer/model/text/name_place.h"

#include <stdbool.h>

/* Whether a name can be written on one line at all: it is not empty and has no control
 * characters. */
bool name_is_writable(struct string name);

/* The edit that makes `range`, a part of the name `node` as written, read `name`. The node must
 * not be a block scalar. */
struct text_edit name_edit(
	struct node node, struct range range, struct string name, struct arena *arena);

#endif
