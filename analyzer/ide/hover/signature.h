/* The operands of the operator around the cursor, one by one. */
#ifndef ANALYZER_IDE_HOVER_SIGNATURE_H
#define ANALYZER_IDE_HOVER_SIGNATURE_H

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stddef.h>
#include <stdint.h>

struct analysis;

struct signature {
	struct string label;          /* "equal: [value expression, value expression, …]" */
	struct string documentation;  /* Markdown */
	const struct range *operands; /* their places in `label`, in bytes */
	size_t count;
	size_t active; /* the operand the cursor is in */
};

/* An empty label outside of operators and functions. `analysis` is the newest finished one, or
 * NULL: then only functions of the language and of the document itself are known. */
struct signature signature_at(const struct syntax_tree *tree, const struct analysis *analysis,
	uint32_t offset, struct arena *arena);

#endif
