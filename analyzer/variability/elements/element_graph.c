/* Node templates by their names. */
#include "analyzer/variability/elements/element_graph.h"

struct element *element_graph_find_node(const struct element_graph *graph, struct string name)
{
	struct element *found;

	for (uint32_t i = 0; i < graph->renewed.count; i++)
		if (string_equal(graph->renewed.items[i]->name, name))
			return graph->renewed.items[i];
	found = name_table_find(&graph->nodes, name);
	if (!found || !graph->base)
		return found;
	found = element_now(graph, found);
	return found && string_equal(found->name, name) ? found : NULL;
}

struct element *element_graph_node(struct element_graph *graph, struct string name,
	const struct element *asker, enum mention_kind kind)
{
	if (!graph->base)
		mentions_add(&graph->mentions, graph->arena, name, asker, kind);
	return element_graph_find_node(graph, name);
}
