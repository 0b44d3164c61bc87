/* The operators of logic expressions and value expressions.
 *
 * An expression is a map whose key names an operator. The rows stand in the order
 * in which keys are tried when a map has several. Knows names and operand shapes;
 * what an operator computes is known to analyzer/variability. */
#ifndef ANALYZER_LANGUAGE_VARIABILITY_OPERATORS_H
#define ANALYZER_LANGUAGE_VARIABILITY_OPERATORS_H

#include "analyzer/text/string.h"

enum operator_id {
#define OPERATOR(op, name, group, operands, result, signature, summary) OPERATOR_##op,
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

/* What stands behind the operator. "Value" is a value expression that is evaluated;
 * "literal" is taken as written. */
enum operand_shape {
	OPERANDS_EXPRESSION_NAME,      /* name of an entry of variability.expressions */
	OPERANDS_VARIABILITY_INPUT,    /* name of a variability input */
	OPERANDS_LOGIC,                /* one logic expression */
	OPERANDS_LOGIC_LIST,           /* any number of logic expressions */
	OPERANDS_LOGIC_PAIR,           /* [a, b] */
	OPERANDS_NODE,                 /* node name, or SELF, CONTAINER, SOURCE, TARGET */
	OPERANDS_RELATION,             /* [node, requirement name or index], or SELF, CONTAINER */
	OPERANDS_CONTAINER,            /* SELF or CONTAINER */
	OPERANDS_POLICY,               /* name or index, or SELF, CONTAINER */
	OPERANDS_GROUP,                /* name, or SELF, CONTAINER */
	OPERANDS_ARTIFACT,             /* [node, name or index], or SELF, CONTAINER */
	OPERANDS_NODE_PROPERTY,        /* [node, name or index], or SELF, CONTAINER */
	OPERANDS_RELATION_PROPERTY,    /* [node, relation, name or index] … */
	OPERANDS_GROUP_PROPERTY,       /* [group, name or index] … */
	OPERANDS_POLICY_PROPERTY,      /* [policy name or index, name or index] … */
	OPERANDS_ARTIFACT_PROPERTY,    /* [node, artifact, name or index] … */
	OPERANDS_INPUT,                /* name or index, or SELF, CONTAINER */
	OPERANDS_OUTPUT,               /* name or index, or SELF, CONTAINER */
	OPERANDS_IMPORT,               /* index, or SELF, CONTAINER */
	OPERANDS_TECHNOLOGY,           /* [node, name or index] */
	OPERANDS_NODE_TYPE,            /* [node, type name or index], or SELF, CONTAINER */
	OPERANDS_RELATION_TYPE,        /* [node, relation, type name or index] … */
	OPERANDS_GROUP_TYPE,           /* [group, type name or index] … */
	OPERANDS_POLICY_TYPE,          /* [policy name, type name or index] … */
	OPERANDS_ARTIFACT_TYPE,        /* [node, artifact, type name or index] … */
	OPERANDS_VALUE_LIST,           /* any number of values */
	OPERANDS_VALUE_LIST_NOT_EMPTY, /* at least one value */
	OPERANDS_VALUE_PAIR,           /* [a, b] */
	OPERANDS_JOIN,                 /* [list of values, literal delimiter] */
	OPERANDS_TOKEN,                /* [value, literal delimiter, literal index] */
	OPERANDS_IN_RANGE,             /* [value, [literal lower, literal upper]] */
	OPERANDS_VALID_VALUES,         /* [value, list of values] */
	OPERANDS_NUMBERS,              /* any number of literal numbers */
	OPERANDS_NUMBERS_NOT_EMPTY,    /* at least one literal number */
	OPERANDS_REGRESSION,           /* [[[x, y], …], x], all literal */
	OPERANDS_POLYNOMIAL,           /* [[[x, y], …], order, x], all literal */
	OPERANDS_ANYTHING,             /* not looked at */
	OPERANDS_DATE_PAIR,            /* [date, date], literal */
	OPERANDS_WITHIN,               /* [date, [date, date]], literal */
};

enum operator_result {
	RESULT_BOOLEAN,
	RESULT_NUMBER,
	RESULT_STRING,
	RESULT_ANY,
};

struct operator_row {
	enum operator_id op;
	const char *name;
	enum operator_group group;
	enum operand_shape operands;
	enum operator_result result;
	const char *signature; /* the operands as people write them: "[a, b]" */
	const char *summary;
};

const struct operator_row *operator_row(enum operator_id op);

/* NULL if there is no such operator. */
const struct operator_row *operator_find(struct string name);

/* Logical and presence operators make formulas and are unknown to value expressions;
 * all others make values, which logic expressions fold to true or false. */
bool operator_is_logic(enum operator_id op);

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

/* The operator that `name` stands for, old spellings included: OPERATOR_NONE if none. */
enum operator_id operator_meant_by(struct string name);

/* Every row, for completion and the reference page. */
const struct deprecated_operator_row *deprecated_operator_rows(size_t *count);

#endif
