/* Elements by their names. */
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
	element_graph_mention(graph, name, asker, kind);
	return element_graph_find_node(graph, name);
}

void element_graph_mention(struct element_graph *graph, struct string name,
	const struct element *asker, enum mention_kind kind)
{
	if (!graph->base)
		mentions_add(&graph->mentions, graph->arena, name, asker, kind);
}

const struct name_table *element_graph_names(
	const struct element_graph *graph, enum element_kind kind)
{
	return kind == ELEMENT_GROUP    ? &graph->groups
	       : kind == ELEMENT_POLICY ? &graph->policies
	       : kind == ELEMENT_INPUT  ? &graph->inputs
					: &graph->outputs;
}

struct element *element_graph_find_other(
	const struct element_graph *graph, enum element_kind kind, struct string name)
{
	struct element *found;

	for (uint32_t i = 0; i < graph->renewed_others.count; i++) {
		struct element *other = graph->renewed_others.items[i];

		if (other->kind == kind && string_equal(other->name, name))
			return other;
	}
	found = name_table_find(element_graph_names(graph, kind), name);
	if (!found || !graph->base)
		return found;
	found = element_now(graph, found);
	return found && string_equal(found->name, name) ? found : NULL;
}

const enum element_kind other_kinds[OTHER_KIND_COUNT] = {
	ELEMENT_INPUT, ELEMENT_OUTPUT, ELEMENT_GROUP, ELEMENT_POLICY};

struct node element_collection(struct node topology, enum element_kind kind)
{
	return node_get(topology, element_kind_row(kind)->plural);
}
