/* What is at the cursor: the one answer that completion, hover and signature help ask for.
 *
 * The text around the cursor (`cursor.h`), what the grammar expects there (`place.h`), and
 * inside of expressions and calls of functions, which operand or argument it is. */
#ifndef ANALYZER_IDE_CURSOR_SPOT_H
#define ANALYZER_IDE_CURSOR_SPOT_H

#include "analyzer/ide/cursor/call.h"
#include "analyzer/ide/cursor/operands.h"
#include "analyzer/ide/cursor/place.h"

struct spot {
	struct cursor cursor;
	struct place place;
	struct operand_place operand; /* where `place.is_expression` */
	struct call call;             /* where `place.is_free` */
};

struct spot spot_at(const struct syntax_tree *tree, uint32_t offset, struct arena *arena);

/* The same in a file that is known to be of this kind. */
struct spot spot_in(const struct syntax_tree *tree, enum grammar_file kind, uint32_t offset,
	struct arena *arena);

#endif
