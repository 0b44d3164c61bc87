/* Where and how a new entry is written into the variability definition or the template. */
#ifndef ANALYZER_IDE_INSERTION_H
#define ANALYZER_IDE_INSERTION_H

#include "analyzer/ide/names.h"
#include "analyzer/syntax/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stdbool.h>

/* The edit that adds `name: value` to the section where names of `kind` stand; the
 * section, and the variability definition around it, are made if they are missing. False
 * if there is no topology template to put them in, or not in block style. */
bool insertion_of(const struct syntax_tree *tree, enum declared_kind kind, struct string name,
	struct string value, struct text_edit *edit, struct arena *arena);

/* The edit that adds `entry` ("key: value") to a mapping. */
bool insertion_into(const struct syntax_tree *tree, struct node mapping, struct string entry,
	struct text_edit *edit, struct arena *arena);

#endif
