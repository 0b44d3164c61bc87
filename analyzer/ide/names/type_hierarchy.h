/* Types above and below a type, by `derived_from`: in the files of the workspace and in the
 * language. */
#ifndef ANALYZER_IDE_NAMES_TYPE_HIERARCHY_H
#define ANALYZER_IDE_NAMES_TYPE_HIERARCHY_H

#include "analyzer/ide/names/navigation.h"

/* Borrowed from the types of the files that were asked. */
struct found_types {
	const struct type *const *items;
	size_t count;
};

/* The type that is named at `offset`, or those of the element that is. */
struct found_types type_hierarchy_at(
	const struct known_file *file, uint32_t offset, struct arena *arena);

/* The same type again; NULL if it is gone. `path` as in `type_path`. */
const struct type *type_hierarchy_find(const struct known_file *file,
	const struct known_files *others, enum type_kind kind, struct string path,
	struct string name);

/* Those whose parent it is, each once. */
struct found_types type_hierarchy_subtypes(const struct known_file *file,
	const struct known_files *others, const struct type *type, struct arena *arena);

#endif
