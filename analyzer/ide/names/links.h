/* Files that a document names: imports, artifacts, implementations, rules. */
#ifndef ANALYZER_IDE_NAMES_LINKS_H
#define ANALYZER_IDE_NAMES_LINKS_H

#include "analyzer/syntax/tree/syntax_tree.h"
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

const struct link *links_list(const struct syntax_tree *tree, struct arena *arena, size_t *count);

#endif
