/* Files beside a service template that resolving reads without being told by an import:
 * technology rules, type-specific conditions, type libraries (Variability4TOSCA, sections
 * "Technology Rules", "Type-Specific Conditions").
 *
 * Owns their trees as long as it lives, and knows which file a node of theirs is in. */
#ifndef ANALYZER_VARIABILITY_TYPES_SIDE_FILES_H
#define ANALYZER_VARIABILITY_TYPES_SIDE_FILES_H

#include "analyzer/model/types/files.h"
#include "analyzer/variability/types/problem.h"

struct side_file {
	struct string path;
	struct syntax_tree *tree;
	struct node cause; /* what in the template leads to the file */
	struct side_file *next;
};

/* Zeroed but for what is borrowed, there are none. */
struct side_files {
	struct arena *arena;
	const struct files *files;
	struct problems *problems;
	struct side_file *first;
};

/* NULL if there is no such file. Broken YAML is a problem, and has a tree nonetheless. */
const struct side_file *side_files_open(
	struct side_files *files, struct string path, struct node cause);

/* The file of a tree; NULL if it is none of these. */
const struct side_file *side_files_find(
	const struct side_files *files, const struct syntax_tree *tree);

/* `name` beside the template at `path`: never outside its folder, also if it begins with a slash.
 */
struct string side_files_path(struct arena *arena, struct string path, struct string name);

void side_files_release(struct side_files *files);

#endif
