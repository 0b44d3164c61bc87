/* Parts of the text that an editor can fold away.
 *
 * By indentation, so that unfinished text folds, too; runs of comment lines; and what the
 * author put between the comments `# region` and `# endregion`. */
#ifndef ANALYZER_IDE_VIEWS_FOLDING_H
#define ANALYZER_IDE_VIEWS_FOLDING_H

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stddef.h>
#include <stdint.h>

enum fold_kind {
	FOLD_BLOCK, /* a key or item and what belongs to it */
	FOLD_COMMENT,
	FOLD_IMPORTS,
	FOLD_REGION, /* between comments that say so */
};

/* The first line stays visible. */
struct fold {
	uint32_t first_line, last_line;
	enum fold_kind kind;
};

const struct fold *folding_ranges(
	const struct syntax_tree *tree, struct arena *arena, size_t *count);

#endif
