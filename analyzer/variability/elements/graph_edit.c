/* Elements after an edit of node templates: those that it touches are made anew where they were. */
#include "analyzer/variability/elements/population.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_RENEWED = 24 /* to make more of them anew, one by one, does not pay */
};

struct renewal {
	struct element_graph *graph;
	const struct element_graph *base;
	const struct mentions *more;
	struct node collection;
	uint32_t numbers[MOST_RENEWED];
	uint32_t count;
	bool reaches_further;
};

/* ---- what is where it was ---- */

static void replace(struct element_graph *graph, struct element *element, uint32_t position)
{
	element->position = position;
	((struct element **)graph->all.items)[position] = element;
}

static bool replace_all(
	struct element_graph *graph, struct elements elements, struct elements before)
{
	if (elements.count != before.count)
		return false;
	for (uint32_t i = 0; i < elements.count; i++)
		replace(graph, elements.items[i], before.items[i]->position);
	return true;
}

/* An element with its types and properties; what they have is made in the same order. */
static bool replace_typed(
	struct element_graph *graph, struct element *element, const struct element *before)
{
	replace(graph, element, before->position);
	return replace_all(graph, element->types, before->types) &&
	       replace_all(graph, element->properties, before->properties);
}

static bool replace_all_typed(
	struct element_graph *graph, struct elements elements, struct elements before)
{
	if (elements.count != before.count)
		return false;
	for (uint32_t i = 0; i < elements.count; i++)
		if (!replace_typed(graph, elements.items[i], before.items[i]))
			return false;
	return true;
}

static bool replace_node(
	struct element_graph *graph, struct element *node, const struct element *before)
{
	return replace_typed(graph, node, before) &&
	       replace_all_typed(graph, node->node.relations, before->node.relations) &&
	       replace_all_typed(graph, node->node.artifacts, before->node.artifacts) &&
	       replace_all(graph, node->node.technologies, before->node.technologies);
}

/* A relationship template belongs to whoever uses it first. */
static bool uses_relationship_template(const struct element *node)
{
	for (uint32_t i = 0; i < node->node.relations.count; i++)
		if (node_is_string(node_get(node->node.relations.items[i]->value, "relationship")))
			return true;
	return false;
}

/* ---- who is made anew ---- */

static const struct element *base_node(const struct renewal *renewal, uint32_t number)
{
	return renewal->base->kinds[ELEMENT_NODE].items[number];
}

static void renew(struct renewal *renewal, uint32_t number)
{
	for (uint32_t i = 0; i < renewal->count; i++)
		if (renewal->numbers[i] == number)
			return;
	if (renewal->count == MOST_RENEWED)
		renewal->reaches_further = true;
	else
		renewal->numbers[renewal->count++] = number;
}

static void renew_node(struct renewal *renewal, const struct element *node)
{
	renew(renewal, node->position - base_node(renewal, 0)->position);
}

static void renew_asker(struct renewal *renewal, const struct element *asker)
{
	while (asker && asker->container)
		asker = asker->container;
	if (asker && asker->kind == ELEMENT_NODE)
		renew_node(renewal, asker);
	else
		renewal->reaches_further = true;
}

static void renew_askers(struct renewal *renewal, struct string name, enum mention_kind least)
{
	const struct mentions *all[] = {&renewal->base->mentions, renewal->more};

	for (size_t i = 0; i < 2; i++)
		for (const struct mention *mention = mentions_of_node(all[i], name); mention;
			mention = mention->next)
			if (mention->kind >= least)
				renew_asker(renewal, mention->asker);
}

/* ---- making ---- */

static struct element *make(struct renewal *renewal, uint32_t number)
{
	struct population population = {.graph = renewal->graph};
	const struct element *before = base_node(renewal, number);
	struct element *node =
		population_create_node(&population, named_entry(renewal->collection, number));

	if (node->key.reference.section != before->key.reference.section ||
		uses_relationship_template(before)) {
		renewal->reaches_further = true;
		return node;
	}
	population_check_name(&population, node);
	population_fill_node(&population, node);
	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++)
		memory_release(population.kinds[kind].items);
	if (!replace_node(renewal->graph, node, before) || uses_relationship_template(node))
		renewal->reaches_further = true;
	return node;
}

static void follow_name(
	struct renewal *renewal, const struct element *node, const struct element *before)
{
	if (string_equal(node->name, before->name)) {
		renew_askers(renewal, before->name, MENTION_OF_CONTENT);
		return;
	}
	if (name_table_find(&renewal->base->nodes, node->name))
		renewal->reaches_further = true;
	renew_askers(renewal, before->name, MENTION_OF_NAME);
	renew_askers(renewal, node->name, MENTION_OF_NAME);
}

/* Who is referred to by others than before is made anew, too. */
static void follow_relations(struct renewal *renewal, struct element *node)
{
	for (uint32_t i = 0; i < node->node.relations.count; i++) {
		struct element *relation = node->node.relations.items[i];
		const struct element *before =
			renewal->base->all.items[relation->position]->relation.target;
		const struct element *target;

		population_connect_relation(renewal->graph, relation);
		target = relation->relation.target;
		if (target && before && target->position == before->position)
			continue;
		if (target)
			renew_node(renewal, target);
		if (before)
			renew_node(renewal, before);
	}
}

static int compare_positions(const void *left, const void *right)
{
	const struct element *a = *(struct element *const *)left;
	const struct element *b = *(struct element *const *)right;

	return (a->position > b->position) - (a->position < b->position);
}

/* Names are known before targets are looked for, which may concern more node templates. Those are
 * called as they were. */
static void make_all(struct renewal *renewal)
{
	struct element **items =
		arena_allocate(renewal->graph->arena, MOST_RENEWED, sizeof(*items));

	renewal->graph->renewed.items = items;
	for (uint32_t made = 0, connected = 0;
		connected < renewal->count && !renewal->reaches_further;) {
		for (; made < renewal->count && !renewal->reaches_further; made++) {
			uint32_t number = renewal->numbers[made];

			items[made] = make(renewal, number);
			renewal->graph->renewed.count = made + 1;
			if (!renewal->reaches_further)
				follow_name(renewal, items[made], base_node(renewal, number));
		}
		for (; connected < made && !renewal->reaches_further; connected++)
			follow_relations(renewal, items[connected]);
	}
	if (!renewal->reaches_further)
		qsort(items, renewal->count, sizeof(*items), compare_positions);
}

/* ---- connecting ---- */

static bool leads_to(const struct element *relation, const struct element *node)
{
	return relation->relation.target && relation->relation.target->position == node->position;
}

static uint32_t count_relations(struct elements nodes)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < nodes.count; i++)
		count += nodes.items[i]->node.relations.count;
	return count;
}

static void find_incoming(struct renewal *renewal, struct element *node)
{
	struct element_graph *graph = renewal->graph;
	struct elements before = renewal->base->all.items[node->position]->node.incoming;
	struct elements renewed = graph->renewed;
	struct element **items = arena_allocate(
		graph->arena, before.count + count_relations(renewed), sizeof(*items));
	uint32_t count = 0;

	for (uint32_t i = 0; i < before.count; i++)
		if (!element_is_renewed(graph, before.items[i]))
			items[count++] = before.items[i];
	for (uint32_t i = 0; i < renewed.count; i++) {
		struct elements relations = renewed.items[i]->node.relations;

		for (uint32_t j = 0; j < relations.count; j++)
			if (leads_to(relations.items[j], node))
				items[count++] = relations.items[j];
	}
	if (count > 1)
		qsort(items, count, sizeof(*items), compare_positions);
	node->node.incoming = (struct elements){items, count};
}

/* What inputs are consumed by is not made anew. */
static bool consumes_same_inputs(const struct element *property, const struct element *before)
{
	struct elements now = property->property.consumed, then = before->property.consumed;
	uint32_t i = 0, j = 0;

	for (;;) {
		while (i < now.count && now.items[i]->kind != ELEMENT_INPUT)
			i++;
		while (j < then.count && then.items[j]->kind != ELEMENT_INPUT)
			j++;
		if (i == now.count || j == then.count)
			return i == now.count && j == then.count;
		if (now.items[i++] != then.items[j++])
			return false;
	}
}

static void connect_properties(struct renewal *renewal, struct elements properties)
{
	for (uint32_t i = 0; i < properties.count; i++) {
		struct element *property = properties.items[i];

		element_graph_connect_property(renewal->graph, property);
		if (!consumes_same_inputs(property, renewal->base->all.items[property->position]))
			renewal->reaches_further = true;
	}
}

static void connect_node(struct renewal *renewal, struct element *node)
{
	struct elements parts[] = {node->node.relations, node->node.artifacts};

	find_incoming(renewal, node);
	connect_properties(renewal, node->properties);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		for (uint32_t j = 0; j < parts[i].count; j++)
			connect_properties(renewal, parts[i].items[j]->properties);
}

static void copy_elements(struct element_graph *graph, const struct element_graph *base)
{
	struct element **all = arena_allocate(graph->arena, base->all.count, sizeof(*all));

	if (base->all.count)
		memcpy(all, base->all.items, base->all.count * sizeof(*all));
	graph->all.items = all;
	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++)
		graph->kinds[kind].items = all + (base->kinds[kind].items - base->all.items);
}

bool element_graph_edit(struct element_graph *graph, const struct element_graph *base,
	const struct mentions *more, const uint32_t *numbers, uint32_t count)
{
	struct renewal renewal = {.graph = graph, .base = base, .more = more};

	if (base->nodes.count != base->kinds[ELEMENT_NODE].count)
		return false; /* some have the same name */
	graph->base = base;
	graph->renewed = (struct elements){0};
	copy_elements(graph, base);
	renewal.collection = node_get(graph->topology, "node_templates");
	for (uint32_t i = 0; i < count; i++)
		renew(&renewal, numbers[i]);
	if (!renewal.reaches_further)
		make_all(&renewal);
	for (uint32_t i = 0; i < renewal.count && !renewal.reaches_further; i++)
		connect_node(&renewal, graph->renewed.items[i]);
	return !renewal.reaches_further;
}
