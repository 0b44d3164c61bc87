/* Files that a document names: imports, artifacts, implementations. */
#ifndef ANALYZER_IDE_LINKS_H
#define ANALYZER_IDE_LINKS_H

#include "analyzer/syntax/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stddef.h>

struct link {
	struct range range;
	struct string target; /* as written: a path relative to the document, or a URL */
};

const struct link *links_list(const struct syntax_tree *tree, struct arena *arena, size_t *count);

#endif
