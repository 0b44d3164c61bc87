/* The notation in which operators.def writes operands. Included by the file that turns the
 * table into data, and by nobody else. */
#ifndef ANALYZER_LANGUAGE_VARIABILITY_OPERAND_NOTATION_H
#define ANALYZER_LANGUAGE_VARIABILITY_OPERAND_NOTATION_H

#include "analyzer/language/variability/operators.h"

#define OPERAND(...) (&(const struct operand){__VA_ARGS__})

/* Types of values. */
#define A_BOOLEAN TAKES_BOOLEAN
#define NUMBER (TAKES_INTEGER | TAKES_FLOAT)
#define TEXT TAKES_STRING
#define ANY_TYPE TAKES_ANYTHING

/* Expressions, and values as they are written; `called` is how signatures call them. Of type `of`:
 * every other is an error when the expression is evaluated. */
#define LOGIC OPERAND(.kind = OPERAND_LOGIC, .label = "a", .takes = TAKES_ANYTHING)
#define LOGIC_B OPERAND(.kind = OPERAND_LOGIC, .label = "b", .takes = TAKES_ANYTHING)
#define VALUE(called) OPERAND(.kind = OPERAND_VALUE, .label = called, .takes = TAKES_ANYTHING)
#define A_VALUE(of, called)                                                                        \
	OPERAND(.kind = OPERAND_VALUE, .label = called, .takes = of, .is_strict = true)
#define A_LITERAL(of, called)                                                                      \
	OPERAND(.kind = OPERAND_LITERAL, .label = called, .takes = of, .is_strict = true)
#define DATE A_LITERAL(TAKES_MOMENT | TEXT | NUMBER, "date")
/* "NumericExpression" in the specification; texts have an order, too. */
#define COMPARED(called) OPERAND(.kind = OPERAND_VALUE, .label = called, .takes = NUMBER | TEXT)
#define BOUND(called) OPERAND(.kind = OPERAND_LITERAL, .label = called, .takes = NUMBER | TEXT)
#define NOTHING OPERAND(.kind = OPERAND_LITERAL, .label = "[]", .takes = TAKES_ANYTHING)

/* Names. */
#define NAMED(of, called) OPERAND(.kind = OPERAND_##of, .label = called)
#define SINGLE(of, called) OPERAND(.kind = OPERAND_##of, .label = called, .keywords = true)
#define LISTED(of, called)                                                                         \
	OPERAND(.kind = OPERAND_##of, .label = called " name or index", .or_index = true,          \
		.keywords = true)
#define EXPRESSION NAMED(EXPRESSION, "name")
#define VARIABILITY_INPUT NAMED(VARIABILITY_INPUT, "name")
#define NODE SINGLE(NODE, "node")
#define NODE_NAME NAMED(NODE, "node") /* where keywords mean nothing */
#define GROUP SINGLE(GROUP, "group")
#define POLICY LISTED(POLICY, "policy")
#define POLICY_NAME SINGLE(POLICY, "policy name")
#define INPUT LISTED(INPUT, "input")
#define OUTPUT LISTED(OUTPUT, "output")
#define RELATION LISTED(RELATION, "requirement")
#define ARTIFACT LISTED(ARTIFACT, "artifact")
#define PROPERTY LISTED(PROPERTY, "property")
#define TECHNOLOGY LISTED(TECHNOLOGY, "technology")
#define TYPE LISTED(TYPE, "type")
#define IMPORT                                                                                     \
	OPERAND(.kind = OPERAND_IMPORT, .label = "import index", .is_index = true,                 \
		.or_index = true, .keywords = true)
#define KEYWORD OPERAND(.kind = OPERAND_KEYWORD, .label = "SELF", .keywords = true)

/* Lists. */
#define ANY_NUMBER(of) OPERAND(.kind = OPERAND_LIST, .items = {of}, .most = UINT32_MAX)
#define AT_LEAST_ONE(of)                                                                           \
	OPERAND(.kind = OPERAND_LIST, .items = {of}, .least = 1, .most = UINT32_MAX)
#define PAIR(a, b) OPERAND(.kind = OPERAND_LIST, .items = {a, b}, .least = 2, .most = 2)
#define TRIPLE(a, b, c) OPERAND(.kind = OPERAND_LIST, .items = {a, b, c}, .least = 3, .most = 3)
#define POINTS ANY_NUMBER(PAIR(A_LITERAL(NUMBER, "x"), A_LITERAL(NUMBER, "y")))
/* What the last name names in what the names before it do; or a keyword. */
#define PATH(a, b)                                                                                 \
	OPERAND(.kind = OPERAND_LIST, .items = {a, b}, .least = 2, .most = 2, .keywords = true)
#define LONG_PATH(a, b, c)                                                                         \
	OPERAND(.kind = OPERAND_LIST, .items = {a, b, c}, .least = 3, .most = 3, .keywords = true)
/* A path where nothing but a keyword makes sense. */
#define KEYWORD_OR_PATH(a, b)                                                                      \
	OPERAND(.kind = OPERAND_LIST, .items = {a, b}, .least = 2, .most = 2, .keywords = true,    \
		.label = "SELF")

#endif
