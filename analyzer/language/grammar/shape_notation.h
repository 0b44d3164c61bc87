/* The notation in which constructs.def and keynames.def write shapes. Included by the
 * two files that turn these tables into data, and by nobody else. */
#ifndef ANALYZER_LANGUAGE_GRAMMAR_SHAPE_NOTATION_H
#define ANALYZER_LANGUAGE_GRAMMAR_SHAPE_NOTATION_H

#include "analyzer/language/grammar/constructs.h"

#define SHAPE_OF(...) (&(const struct shape){__VA_ARGS__})
#define ANYTHING SHAPE_OF(.kind = SHAPE_ANYTHING)
#define A_STRING SHAPE_OF(.kind = SHAPE_STRING)
#define A_STRING_SUCH_AS(list) SHAPE_OF(.kind = SHAPE_STRING, .words = list)
#define A_BOOLEAN SHAPE_OF(.kind = SHAPE_BOOLEAN)
#define AN_INTEGER SHAPE_OF(.kind = SHAPE_INTEGER)
#define A_NUMBER SHAPE_OF(.kind = SHAPE_NUMBER)
#define A_WEIGHT SHAPE_OF(.kind = SHAPE_WEIGHT)
#define A_VERSION SHAPE_OF(.kind = SHAPE_VERSION)
#define A_RANGE SHAPE_OF(.kind = SHAPE_RANGE)
#define NAME(of) SHAPE_OF(.kind = SHAPE_NAME, .name = NAME_OF_##of)
#define WORD(list) SHAPE_OF(.kind = SHAPE_WORD, .words = list)
#define ONE(of) SHAPE_OF(.kind = SHAPE_CONSTRUCT, .construct = CONSTRUCT_##of)
#define ONE_OR_ANYTHING(of)                                                                        \
	SHAPE_OF(.kind = SHAPE_CONSTRUCT_OR_ANYTHING, .construct = CONSTRUCT_##of)
#define PART_OF(of) SHAPE_OF(.kind = SHAPE_PART, .construct = CONSTRUCT_##of)
#define MAP(of) SHAPE_OF(.kind = SHAPE_MAP, .element = of)
#define MAP_BY(names, of) SHAPE_OF(.kind = SHAPE_MAP, .name = NAME_OF_##names, .element = of)
#define LIST(of) SHAPE_OF(.kind = SHAPE_LIST, .element = of)
#define LIST_AFTER(head, of) SHAPE_OF(.kind = SHAPE_LIST, .first = head, .element = of)
#define NAMED_LIST(of) SHAPE_OF(.kind = SHAPE_NAMED_LIST, .element = of)
#define COLLECTION(of) SHAPE_OF(.kind = SHAPE_COLLECTION, .element = of)
#define COLLECTION_LISTED(of, when_listed)                                                         \
	SHAPE_OF(.kind = SHAPE_COLLECTION, .element = of, .listed = when_listed)
#define EITHER(a, b) SHAPE_OF(.kind = SHAPE_EITHER, .element = a, .other = b)
#define VARIABLE_VALUE                                                                             \
	SHAPE_OF(.kind = SHAPE_VARIABLE_VALUE, .construct = CONSTRUCT_VARIABLE_PROPERTY)
#define A_CONDITION SHAPE_OF(.kind = SHAPE_CONDITION)
#define A_LOGIC_EXPRESSION SHAPE_OF(.kind = SHAPE_LOGIC_EXPRESSION)
#define A_VALUE_EXPRESSION SHAPE_OF(.kind = SHAPE_VALUE_EXPRESSION)
#define A_NAMED_EXPRESSION SHAPE_OF(.kind = SHAPE_NAMED_EXPRESSION)
#define IMPLICATIONS SHAPE_OF(.kind = SHAPE_IMPLICATIONS)
#define OPTIONS SHAPE_OF(.kind = SHAPE_OPTIONS)
#define A_MODE(of) SHAPE_OF(.kind = SHAPE_DEFAULT_CONDITION_MODE, .element_kind = ELEMENT_##of)

/* Combinations that many keynames share. */
#define INDEXED_NODE LIST_AFTER(NAME(NODE), ANYTHING)
#define PROPERTY_VALUES COLLECTION_LISTED(ANYTHING, VARIABLE_VALUE)
#define PROPERTY_DEFINITIONS MAP(ONE(PROPERTY_DEFINITION))
#define ATTRIBUTE_DEFINITIONS MAP(ONE(ATTRIBUTE_DEFINITION))
#define ATTRIBUTE_MAPPINGS MAP(LIST(ANYTHING))
#define PARAMETER_DEFINITIONS MAP(ONE_OR_ANYTHING(PARAMETER_DEFINITION))
#define TYPE_ASSIGNMENTS(of)                                                                       \
	SHAPE_OF(.kind = SHAPE_NAMED_LIST, .name = NAME_OF_##of, .element = ONE(TYPE_ASSIGNMENT))
#define SEVERAL_TYPES(of) EITHER(NAME(of), TYPE_ASSIGNMENTS(of))
#define CONDITION_CLAUSES EITHER(LIST(ONE(CONDITION_CLAUSE)), ONE(CONDITION_CLAUSE))
#define CONSTRAINT_CLAUSES                                                                         \
	EITHER(ONE(CONSTRAINT_CLAUSE), EITHER(LIST(ONE(CONSTRAINT_CLAUSE)), ANYTHING))
#define CONSTRAINED_NAMES EITHER(NAMED_LIST(CONSTRAINT_CLAUSES), MAP(CONSTRAINT_CLAUSES))

#endif
