/* The operators of logic expressions and value expressions.
 *
 * An expression is a map whose key names an operator. The rows stand in the order
 * in which keys are tried when a map has several. Knows names, operands and their types;
 * what an operator computes is known to analyzer/variability. */
#ifndef ANALYZER_LANGUAGE_VARIABILITY_OPERATORS_H
#define ANALYZER_LANGUAGE_VARIABILITY_OPERATORS_H

#include "analyzer/language/grammar/element_kinds.h"
#include "analyzer/language/grammar/functions.h"
#include "analyzer/text/arena.h"

enum operator_id {
#define OPERATOR(op, name, group, meaning, operands, alike, result, summary) OPERATOR_##op,
#include "analyzer/language/variability/operators.def"
#undef OPERATOR
	OPERATOR_TOTAL, /* COUNT is an operator */
	OPERATOR_NONE = OPERATOR_TOTAL
};

enum operator_group {
	OPERATORS_LOGICAL,
	OPERATORS_PRESENCE,
	OPERATORS_ARITHMETIC,
	OPERATORS_REFERENCE, /* variability_input, value_expression: inside both languages */
	OPERATORS_STRING,
	OPERATORS_COMPARISON,
	OPERATORS_ANALYTICAL,
	OPERATORS_DATE,
};

/* What an operand is. */
enum operand_kind {
	OPERAND_NONE,
	OPERAND_LOGIC,      /* a logic expression */
	OPERAND_VALUE,      /* a value expression, which is evaluated, or a plain value */
	OPERAND_LITERAL,    /* a value that is taken as written */
	OPERAND_LIST,       /* a list of operands */
	OPERAND_EXPRESSION, /* the name of one */
	OPERAND_VARIABILITY_INPUT,
	OPERAND_NODE,
	OPERAND_RELATION,
	OPERAND_ARTIFACT,
	OPERAND_PROPERTY,
	OPERAND_TYPE,
	OPERAND_TECHNOLOGY,
	OPERAND_POLICY,
	OPERAND_GROUP,
	OPERAND_INPUT,
	OPERAND_OUTPUT,
	OPERAND_IMPORT,
	OPERAND_KEYWORD, /* SELF or CONTAINER only */
};

enum {
	MOST_OPERANDS = 3 /* in a list of operands of different kinds */
};

/* What stands behind an operator, or in its list. */
struct operand {
	enum operand_kind kind;
	const char *label; /* in signatures: "text" */
	unsigned takes;    /* types of a value or literal that make sense: of `function_takes` */
	bool is_strict;    /* every other type is an error when the expression is evaluated */
	bool or_index;     /* a name, or a position counted from 0 */
	bool is_index;     /* a position only */
	bool keywords;     /* SELF, CONTAINER and so on may stand in its place */
	/* Of a list: the kinds of its items; the last one is that of all that follow. */
	const struct operand *items[MOST_OPERANDS];
	uint32_t least, most; /* UINT32_MAX: any number */
};

struct operator_row {
	enum operator_id op;
	const char *name;
	enum operator_group group;
	const struct operand *operands; /* a list, or the only operand */
	enum function_alike alike;      /* which values among them are of one type */
	unsigned result;                /* the types that it can have: of `function_takes` */
	const char *summary;
};

const struct operator_row *operator_row(enum operator_id op);

/* NULL if there is no such operator. */
const struct operator_row *operator_find(struct string name);

/* Logical and presence operators make formulas and are unknown to value expressions;
 * all others make values, which logic expressions fold to true or false. */
bool operator_is_logic(enum operator_id op);

/* Item `position` of a list of operands; of a single operand, itself at 0. NULL if there is none.
 */
const struct operand *operand_item(const struct operand *operands, size_t position);

/* What that is; OPERAND_NONE if there is none. */
enum operand_kind operand_kind_at(const struct operand *operands, size_t position);

/* Whether any number of operands may follow. */
bool operand_repeats(const struct operand *operands);

/* The operands as people write them: "[a, b]". */
struct string operand_signature(const struct operand *operands, struct arena *arena);

/* The kind of elements that are named; ELEMENT_KIND_COUNT if others are, or nothing is. */
enum element_kind operand_element_kind(enum operand_kind kind);

/* What a whole path refers to: the element that its last name names, the one element that the
 * operator is about. Stores the kind of element that this belongs to, ELEMENT_KIND_COUNT if it is
 * none. */
enum element_kind operand_referred_kind(
	const struct operand *operands, enum element_kind *container);

/* "node", "logic expression" … */
const char *operand_kind_name(enum operand_kind kind);

/* Whether its operands are any number of logic expressions, or two. */
bool operator_is_list_of_logic(enum operator_id op);

/* Heading of a group for people: "Comparison operators". */
const char *operator_group_title(enum operator_group group);

/* Spellings of older texts of the specification. */
struct deprecated_operator_row {
	const char *name;
	enum operator_id replacement; /* OPERATOR_NONE: there is no replacement */
	const char *note;
};

/* NULL if `name` is no deprecated spelling. */
const struct deprecated_operator_row *deprecated_operator_find(struct string name);

/* The operator that `name` stands for where a logic expression is expected, or else a value
 * expression; old spellings included. OPERATOR_NONE if none. Logic expressions take all operators,
 * and what was one kind of named expressions is a logic expression there. */
enum operator_id operator_called(struct string name, bool logic);

#endif
