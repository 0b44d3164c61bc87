/* Which operator an expression means.
 *
 * An expression is a map with one operator; of several, the first in the order of the table counts
 * that has an operand. Checks, evaluation, explanations and hovers all ask here. */
#ifndef ANALYZER_MODEL_GRAMMAR_EXPRESSION_OPERATOR_H
#define ANALYZER_MODEL_GRAMMAR_EXPRESSION_OPERATOR_H

#include "analyzer/language/variability/operators.h"
#include "analyzer/syntax/tree/node.h"

struct expression_operator {
	enum operator_id op; /* OPERATOR_NONE: there is none, and the nodes are absent */
	struct node key;
	struct node operand;
};

/* `logic`: the expression stands where a logic expression is expected. Whatever is no map has no
 * operator. */
struct expression_operator expression_operator(struct node expression, bool logic);

#endif
