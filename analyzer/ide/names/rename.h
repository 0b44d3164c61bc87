/* Renaming what an author named, everywhere it is meant, in all files of the workspace. */
#ifndef ANALYZER_IDE_NAMES_RENAME_H
#define ANALYZER_IDE_NAMES_RENAME_H

#include "analyzer/ide/names/navigation.h"

/* What would be renamed; or, for people, why it cannot be. Both are empty where there is no
 * name at all. */
struct rename_subject {
	struct range range; /* without quotes */
	struct string name;
	struct string error;
};

struct rename_subject rename_prepare(
	const struct known_file *file, uint32_t offset, struct arena *arena);

struct rename_edit {
	struct string path;
	size_t file; /* its number among those that are edited */
	const struct syntax_tree *tree;
	struct text_edit edit;
};

struct rename {
	const struct rename_edit *edits; /* file by file, in each in the order of the text */
	size_t count;
	struct string error; /* why not, for people; empty if it is possible */
};

/* A name that cannot stand plainly where it goes is quoted; quotes that are there stay, unless
 * the old name needed them and the new one does not. */
struct rename rename_edits(const struct known_file *file, const struct known_files *others,
	uint32_t offset, struct string name, struct arena *arena);

#endif
