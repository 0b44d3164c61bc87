/* Files, as the analyzer sees them: through two callbacks.
 *
 * The analyzer does no I/O. Whoever calls it hands in how a file beside a service
 * template is read (an open editor's text before the disk's, a cache of trees) and
 * how a folder is listed. Paths are joined to the folder of the template, with
 * `/`, and passed on as they are. */
#ifndef ANALYZER_MODEL_TYPES_FILES_H
#define ANALYZER_MODEL_TYPES_FILES_H

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"
#include "analyzer/text/string.h"

#include <stdbool.h>
#include <stddef.h>

struct type_store;

struct file_entry {
	struct string name; /* without the folder */
	bool is_folder;
	bool is_link; /* a symbolic link, whatever it leads to */
};

/* Every function may be NULL: then there are no files. */
struct files {
	void *context;
	/* The YAML tree of a regular file, to be released by the caller; NULL if there is no such
	 * file. */
	struct syntax_tree *(*read)(void *context, struct string path);
	/* The entries of a folder in byte order of their names, in `arena`; NULL and a count of 0
	 * if there is no such folder. */
	const struct file_entry *(*list)(
		void *context, struct string path, struct arena *arena, size_t *count);
	/* Why there is no tree: "does not exist", "is a folder" … A literal. */
	const char *(*fault)(void *context, struct string path);
	/* Whether the bytes of `text` occur in a file, which is looked at without being parsed. */
	bool (*mention)(void *context, struct string path, struct string text);
	/* Where types of files are kept for all who read them through these; may be NULL. */
	struct type_store *types;
};

/* Reading and listing that accept NULL for `files`. */
struct syntax_tree *files_read(const struct files *files, struct string path);
const struct file_entry *files_list(
	const struct files *files, struct string path, struct arena *arena, size_t *count);

/* Whether there is such a file. */
bool files_have(const struct files *files, struct string path);

/* Without syntax errors. */
bool file_is_valid(struct arena *arena, const struct syntax_tree *tree);

/* Why a file gives no tree: "does not exist", or what keeps it from being read. */
const char *files_fault(const struct files *files, struct string path);

/* Whether the text occurs in the file; true where nobody can tell without parsing it. */
bool files_mention(const struct files *files, struct string path, struct string text);

/* "File … does not exist", as the reference implementation says it; where there is something at the
 * path, what it is instead. */
struct string file_fault_text(struct arena *arena, const struct files *files, struct string path);

/* Which line of the file of this tree is no valid YAML, and why. */
struct string file_invalid_text(
	struct arena *arena, const struct syntax_tree *tree, struct string path);

/* `name` beside the file `path`: "a/b.yaml" and "c.yaml" give "a/c.yaml". */
struct string files_beside(struct arena *arena, struct string path, struct string name);

#endif
