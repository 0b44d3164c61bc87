/* Where an import leads: its path to the file, the prefix of a type's or function's name and the
 * position in a condition to the import. (Simple Profile 1.3, section 3.6.8; TOSCA 2.0, section
 * "Import definition") */
#ifndef ANALYZER_IDE_NAMES_IMPORT_TARGET_H
#define ANALYZER_IDE_NAMES_IMPORT_TARGET_H

#include "analyzer/ide/names/navigation.h"

/* False if there is nothing of that at `offset`, or nobody knows where it leads. `*origin` is the
 * path, the prefix or the position. */
bool import_target_at(const struct known_file *file, uint32_t offset, struct arena *arena,
	struct range *origin, struct place_of_name *place);

/* A place of the file that means an import, or its prefix. */
struct import_mention {
	struct node node; /* that it is in, or all of */
	struct range range;
	bool is_declaration; /* the import, or the prefix in it */
};

/* All places that mean what is at `offset`, in the order of the text; none if that is something
 * else. `*is_prefix` tells the prefix from the import. */
const struct import_mention *import_mentions_at(const struct known_file *file, uint32_t offset,
	struct arena *arena, bool *is_prefix, size_t *count);

#endif
