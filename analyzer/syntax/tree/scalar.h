/* Types of plain scalars: the YAML 1.2 core schema and timestamps. */
#ifndef ANALYZER_SYNTAX_TREE_SCALAR_H
#define ANALYZER_SYNTAX_TREE_SCALAR_H

#include "analyzer/syntax/tree/node.h"

/* The type that a plain scalar of this text has; quoted ones are strings. */
enum scalar_type scalar_type_of(struct string text);

/* The value of text that is an integer or a float; NaN for any other. */
double scalar_number_of(struct string text);

#endif
