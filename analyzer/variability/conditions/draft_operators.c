#include "analyzer/variability/conditions/draft_operators.h"

bool draft_operators_are_used(struct node expression)
{
	enum node_kind kind = node_kind(expression);
	uint32_t count = kind == NODE_SCALAR ? 0 : node_count(expression);

	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = {{0}, {0}};

		if (kind == NODE_SEQUENCE)
			entry.value = node_item(expression, i);
		else
			entry = node_entry(expression, i);
		if (!node_is_absent(entry.key) && !operator_find(node_text(entry.key)) &&
			deprecated_operator_find(node_text(entry.key)))
			return true;
		if (draft_operators_are_used(entry.value))
			return true;
	}
	return false;
}

bool draft_xor_is_exactly_one(const struct element_graph *graph)
{
	static const enum keyword places[] = {KEYWORD_CONDITIONS, KEYWORD_IMPLIES};
	struct elements all = graph->all;

	if (graph->options->draft_count > 0 || draft_operators_are_used(graph->variability))
		return true;
	for (uint32_t i = 0; i < all.count; i++) {
		for (size_t k = 0; k < sizeof(places) / sizeof(places[0]); k++)
			if (draft_operators_are_used(
				    stored_keyword(all.items[i]->keywords, places[k])))
				return true;
	}
	return false;
}

struct node draft_was_target(struct node expression)
{
	return node_get(expression, "was_target");
}
