/* Where and how a new entry is written into a file, a template or its variability definition. */
#ifndef ANALYZER_IDE_EDITS_INSERTION_H
#define ANALYZER_IDE_EDITS_INSERTION_H

#include "analyzer/ide/cursor/names.h"
#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stdbool.h>

/* The edit that adds `name: value` to the section where names of `kind` stand; the
 * section, and the variability definition around it, are made if they are missing. False
 * if there is nothing to put them in, or not in block style. */
bool insertion_of(const struct syntax_tree *tree, enum declared_kind kind, struct string name,
	struct string value, struct text_edit *edit, struct arena *arena);

/* The edit that adds `entry` ("key: value") to a mapping; of several lines only in block
 * style. */
bool insertion_into(const struct syntax_tree *tree, struct node mapping, struct string entry,
	struct text_edit *edit, struct arena *arena);

/* The edit that imports the file at `path`; the document is at `own`. False if its imports are not
 * where they can be added to. */
bool insertion_of_import(const struct syntax_tree *tree, struct string own, struct string path,
	struct text_edit *edit, struct arena *arena);

/* The edit that adds an item, without its dash, to a sequence. */
bool insertion_into_list(const struct syntax_tree *tree, struct node sequence, struct string item,
	struct text_edit *edit, struct arena *arena);

#endif
