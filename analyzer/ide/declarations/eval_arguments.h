/* Paths in strings as arguments of get_property: ".::.requirements::[.name=db]::.target::port" is
 * [SELF, db, port]. So one traversal follows both. */
#ifndef ANALYZER_IDE_DECLARATIONS_EVAL_ARGUMENTS_H
#define ANALYZER_IDE_DECLARATIONS_EVAL_ARGUMENTS_H

#include "analyzer/model/text/eval_path.h"
#include "analyzer/syntax/tree/syntax_tree.h"

struct eval_arguments {
	struct string items[MOST_EVAL_STEPS]; /* up to where the path is understood */
	size_t count;
};

/* `path` is one of `text`, `tree` is the template. */
struct eval_arguments eval_arguments(
	struct string text, const struct eval_path *path, const struct syntax_tree *tree);

#endif
