/* What an expression expects at a place inside it.
 *
 * Follows the keys and list positions from the beginning of an expression down to the
 * cursor, through the operators of the language table. Knows nothing of names that
 * exist; only which kind of name, value or expression is asked for. */
#ifndef ANALYZER_IDE_CURSOR_OPERANDS_H
#define ANALYZER_IDE_CURSOR_OPERANDS_H

#include "analyzer/ide/cursor/cursor.h"
#include "analyzer/language/variability/operators.h"

enum expected {
	EXPECTED_NOTHING,
	EXPECTED_LOGIC, /* a logic expression */
	EXPECTED_VALUE, /* a value expression or a plain value */
	EXPECTED_LITERAL,
	EXPECTED_LIST,       /* a list, of which nothing is known yet */
	EXPECTED_EXPRESSION, /* the name of one */
	EXPECTED_VARIABILITY_INPUT,
	EXPECTED_NODE,
	EXPECTED_RELATION,
	EXPECTED_ARTIFACT,
	EXPECTED_PROPERTY,
	EXPECTED_TYPE,
	EXPECTED_TECHNOLOGY,
	EXPECTED_POLICY,
	EXPECTED_GROUP,
	EXPECTED_INPUT,
	EXPECTED_OUTPUT,
	EXPECTED_IMPORT,
	EXPECTED_CONTAINER, /* SELF or CONTAINER only */
};

struct operand_place {
	enum expected expected;
	const struct operator_row *op; /* the innermost around the place; NULL: none */
	int32_t operand;               /* its operand that the place is in; -1: all of them */
	size_t steps;                  /* of the path that lead to `operator`, its key included */
	enum expected container;       /* for names within something: what that is … */
	bool keywords;                 /* SELF, CONTAINER and so on are possible, too */
};

/* `path` begins at the value that is an expression; `logic`: a logic expression. */
struct operand_place operands_at(const struct cursor_step *path, size_t length, bool logic);

/* How many operands the operator takes as a list: 0 if it takes a single one that is no
 * list, SIZE_MAX for any number. */
size_t operands_count(enum operand_shape shape);

/* What operand number `operand` is. */
enum expected operands_expect(enum operand_shape shape, size_t operand);

/* The position that stands for a name, as in `[app, 0]`; -1 if it is none. */
int32_t operands_position(struct string operand);

/* "node", "logic expression" … for signatures. */
const char *expected_name(enum expected expected);

/* The operands by what they are: "[node, relation]"; where that is just any value, as people
 * write them: "[text, delimiter, index]". */
struct string operands_signature(const struct operator_row *row, struct arena *arena);

#endif
