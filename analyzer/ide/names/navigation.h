/* Where a name is declared, what type stands behind it, and where it is used.
 *
 * Names of a template (variability inputs, expressions, presets, nodes, relations …), types in
 * whatever file defines them, and what types declare: properties, capabilities, operations. */
#ifndef ANALYZER_IDE_NAMES_NAVIGATION_H
#define ANALYZER_IDE_NAMES_NAVIGATION_H

#include "analyzer/ide/names/mention.h"

/* In the file itself or in one that it imports. Borrowed from the types of the file. */
struct place_of_name {
	struct string path;
	const struct syntax_tree *tree;
	bool is_normative;  /* in a file of the language, which `path` only names */
	struct range range; /* the name */
	struct range whole; /* what it declares, with its value; `range` for uses */
	bool is_declaration;
};

/* The name at `offset`, for highlighting what the answer is about; empty if there is none. */
struct range navigation_origin(const struct known_file *file, uint32_t offset, struct arena *arena);

/* What gives the name at `offset` its meaning, the nearest to it: the element of the template,
 * or else what its type says. Several, if there are alternatives. Of an import, the file. */
const struct place_of_name *navigation_definitions(
	const struct known_file *file, uint32_t offset, struct arena *arena, size_t *count);

/* Where it is said first that there is such a thing: of a property of a node, the definition of
 * the type that introduced it. */
const struct place_of_name *navigation_declarations(
	const struct known_file *file, uint32_t offset, struct arena *arena, size_t *count);

/* The types of what the name at `offset` stands for; inside the value of a property, the
 * definition of the property. */
const struct place_of_name *navigation_type_definitions(
	const struct known_file *file, uint32_t offset, struct arena *arena, size_t *count);

/* Every place of the name at `offset` in this file, in the order of the text, declarations
 * included. */
const struct place_of_name *navigation_highlights(
	const struct known_file *file, uint32_t offset, struct arena *arena, size_t *count);

/* The files of a workspace. */
struct known_files {
	void *context;
	size_t count;
	/* The file, or NULL if `name` does not occur in its text. Borrowed as long as `context`. */
	const struct known_file *(*that_mentions)(
		void *context, size_t position, struct string name);
	/* The same of files beside a template, whose names may mean what that declares; NULL: none
	 * are looked for. */
	const struct known_file *(*that_stands_beside)(
		void *context, size_t position, struct string name);
	/* Files of any kind, for variability tests; NULL: none are looked for. */
	const struct files *files;
	/* The tree of such a file, borrowed in the same way; NULL if there is none. */
	const struct syntax_tree *(*read)(void *context, struct string path);
};

/* The file at `position` if it may mean `meaning`; what `is_local` is meant in the file that
 * declares it and in those beside. NULL if it cannot. */
const struct known_file *known_files_other(const struct known_files *files, size_t position,
	const struct meaning *meaning, bool is_local);

/* The same in all files; those of `file` come first, whether it is among the others or not. */
const struct place_of_name *navigation_references(const struct known_file *file,
	const struct known_files *others, uint32_t offset, struct arena *arena, size_t *count);

/* Hears of places as they are found, those of one file at a time. */
struct place_listener {
	void *context;
	void (*found)(void *context, const struct place_of_name *places, size_t count);
};

/* The same without waiting for the last file. */
void navigation_search(const struct known_file *file, const struct known_files *others,
	uint32_t offset, struct arena *arena, struct place_listener listener);

/* The key of the type, or of the member of a type. */
struct place_of_name place_of_type(const struct type *type);
#endif
