/* Files that a document names: imports, artifacts, implementations, rules. */
#ifndef ANALYZER_IDE_NAMES_LINKS_H
#define ANALYZER_IDE_NAMES_LINKS_H

#include "analyzer/ide/cursor/walk.h"
#include "analyzer/text/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct link {
	struct range range;
	/* A path relative to the document or a URL: as written, behind the URL of the repository
	 * if one is named. */
	struct string target;
	const char *title; /* for people: "imported file" … */
	/* What is no file is no mistake: the name of a container image, of another artifact. */
	bool may_be_no_file;
};

/* Where a file is named, whatever the rest of the document says about repositories. */
struct file_name {
	struct node node;
	enum construct construct; /* that names it */
	bool is_keyname;          /* by a keyname such as `file`, not by its short form */
};

/* False if the item names no file. */
bool file_name_of(const struct walk_item *item, struct file_name *name);

/* False if it leads into a repository that nobody knows. */
bool link_of(const struct file_name *name, struct arena *arena, struct link *link);

const struct link *links_list(const struct syntax_tree *tree, struct arena *arena, size_t *count);

#endif
