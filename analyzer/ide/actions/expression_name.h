/* Names for expressions, after what they say: `is_production`, `has_database`,
 * `traffic_at_least_1000`.
 */
#ifndef ANALYZER_IDE_ACTIONS_EXPRESSION_NAME_H
#define ANALYZER_IDE_ACTIONS_EXPRESSION_NAME_H

#include "analyzer/syntax/tree/node.h"
#include "analyzer/text/arena.h"

/* One that no expression of the template has. */
struct string expression_name_fresh(
	const struct syntax_tree *tree, struct node expression, struct arena *arena);

#endif
