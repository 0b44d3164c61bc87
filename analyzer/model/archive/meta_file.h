/* The first block of TOSCA.meta, which is about the archive itself: names and values.
 *
 * It looks like YAML and is none: values are what stands behind the colon, and the names of
 * different blocks may be the same. (Simple Profile, section "TOSCA Meta File"; TOSCA 2.0, "TOSCA
 * Meta File") */
#ifndef ANALYZER_MODEL_ARCHIVE_META_FILE_H
#define ANALYZER_MODEL_ARCHIVE_META_FILE_H

#include "analyzer/model/report/diagnostic.h"

struct meta_entry {
	struct string name;
	struct range name_range;
	struct string value; /* lines joined by blanks */
	struct range value_range;
};

struct meta_block {
	const struct meta_entry *items;
	size_t count;
};

/* The first block of the file whose text `tree` holds. What is wrong with the lines is reported.
 * Lives in the arena of `diagnostics`. */
struct meta_block meta_block_read(const struct syntax_tree *tree, struct diagnostics *diagnostics);

/* NULL if there is no such name, or no value. */
const struct meta_entry *meta_block_find(const struct meta_block *block, const char *name);

#endif
