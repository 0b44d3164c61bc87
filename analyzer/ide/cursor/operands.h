/* What an expression expects at a place inside it.
 *
 * Follows the keys and list positions from the beginning of an expression down to the
 * cursor, through the operators of the language table. Knows nothing of names that
 * exist; only which kind of name, value or expression is asked for. */
#ifndef ANALYZER_IDE_CURSOR_OPERANDS_H
#define ANALYZER_IDE_CURSOR_OPERANDS_H

#include "analyzer/ide/cursor/cursor.h"
#include "analyzer/language/variability/operators.h"

struct operand_place {
	enum operand_kind expected;
	const struct operator_row *op; /* the innermost around the place; NULL: none */
	int32_t operand;               /* its operand that the place is in; -1: all of them */
	size_t steps;                  /* of the path that lead to `operator`, its key included */
	enum operand_kind container;   /* for names within something: what that is … */
	unsigned takes;                /* every other type is an error there */
	bool keywords;                 /* SELF, CONTAINER and so on are possible, too */
};

/* `path` begins at the value that is an expression; `logic`: a logic expression. */
struct operand_place operands_at(const struct cursor_step *path, size_t length, bool logic);

/* The position that stands for a name, as in `[app, 0]`; -1 if it is none. */
int32_t operands_position(struct string operand);

/* The operands by what they are: "[node, relation]"; where that is just any value, as people
 * write them: "[text, delimiter, index]". */
struct string operands_signature(const struct operator_row *row, struct arena *arena);

#endif
