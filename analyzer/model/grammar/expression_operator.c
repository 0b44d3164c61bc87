#include "analyzer/model/grammar/expression_operator.h"

struct expression_operator expression_operator(struct node expression, bool logic)
{
	struct expression_operator found = {.op = OPERATOR_NONE};
	uint32_t count = node_kind(expression) == NODE_MAPPING ? node_count(expression) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(expression, i);
		enum operator_id op = operator_called(node_text(entry.key), logic);
		if (!node_is_null(entry.value) && op < found.op)
			found = (struct expression_operator){op, entry.key, entry.value};
	}
	return found;
}
