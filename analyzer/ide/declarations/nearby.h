/* Types in files near a document that it does not import: what completion offers and quick fixes
 * add, with the import.
 *
 * Looks into the folder of the document, into those below it, and a few above: nearest first, and
 * never into more than some hundred files, nor some megabytes. Files that do not even have the
 * keyname in question are not parsed. */
#ifndef ANALYZER_IDE_DECLARATIONS_NEARBY_H
#define ANALYZER_IDE_DECLARATIONS_NEARBY_H

#include "analyzer/language/types/type_kinds.h"
#include "analyzer/model/types/files.h"

struct nearby_type {
	struct string name;
	struct string path; /* of its file */
	struct string description;
};

struct nearby_types {
	const struct nearby_type *items;
	size_t count;
};

/* Types of the kind whose names have `word` in them, in whichever case; lives in `arena`. */
struct nearby_types nearby_types(const struct files *files, struct string path, enum type_kind kind,
	struct string word, struct arena *arena);

/* Paths of files that define types, of whichever kind, in the document's folder and below it; the
 * nearest first. */
const struct string *nearby_files_of_types(
	const struct files *files, struct string path, struct arena *arena, size_t *count);

#endif
