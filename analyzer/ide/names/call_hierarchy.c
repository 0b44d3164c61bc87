#include "analyzer/ide/names/call_hierarchy.h"

#include "analyzer/ide/names/uses.h"

#include <stdlib.h>

/* A name in a condition or expression, or of a target. */
struct operand {
	const struct use *use;
	size_t owner; /* the declaration around it */
};

struct graph {
	struct arena *arena;
	struct decider *deciders;
	size_t count, capacity;
	struct operand *operands;
	size_t operand_count, operand_capacity;
	size_t *open; /* declarations around the place that has been reached */
	size_t depth, open_capacity;
};

static bool is_named(const struct decider *decider, const struct use *use)
{
	return decider->kind == use->kind && string_equal(decider->name, use->name) &&
	       string_equal(decider->container, use->container);
}

static void add_decider(struct graph *graph, const struct use *use)
{
	struct decider decider = {
		.kind = use->kind,
		.name = use->name,
		.container = use->container,
		.range = node_range(use->node),
		.whole = node_range(use->node),
	};
	if (!node_is_absent(use->value) && node_range(use->value).end > decider.whole.end)
		decider.whole.end = node_range(use->value).end;
	graph->open = arena_reserve(graph->arena, graph->open, graph->depth, &graph->open_capacity,
		sizeof(*graph->open));
	graph->open[graph->depth++] = graph->count;
	graph->deciders = arena_reserve(graph->arena, graph->deciders, graph->count,
		&graph->capacity, sizeof(*graph->deciders));
	graph->deciders[graph->count++] = decider;
}

static void add_operand(struct graph *graph, const struct use *use, size_t owner)
{
	graph->operands = arena_reserve(graph->arena, graph->operands, graph->operand_count,
		&graph->operand_capacity, sizeof(*graph->operands));
	graph->operands[graph->operand_count++] = (struct operand){use, owner};
}

/* `- host: cluster`, `- host: {node: cluster}`: the node around keeps the one that is named. */
static bool is_target(const struct graph *graph, const struct use *use)
{
	if (graph->depth < 2 || use->kind != DECLARED_NODE)
		return false;
	const struct decider *relation = &graph->deciders[graph->open[graph->depth - 1]];
	const struct decider *node = &graph->deciders[graph->open[graph->depth - 2]];
	struct string key = node_text(node_key(use->node));
	return relation->kind == DECLARED_RELATION && node->kind == DECLARED_NODE &&
	       (string_is(key, "node") || string_equal(key, relation->name));
}

/* Whatever names something in a condition or as its target; constraints of the whole template have
 * no owner. */
static void add_use(struct graph *graph, const struct use *use)
{
	if (use->is_operand && graph->depth > 0)
		add_operand(graph, use, graph->open[graph->depth - 1]);
	else if (!use->is_operand && is_target(graph, use))
		add_operand(graph, use, graph->open[graph->depth - 2]);
}

static int compare_names(const void *left, const void *right)
{
	const struct decider *a = *(const struct decider *const *)left;
	const struct decider *b = *(const struct decider *const *)right;
	int order = a->kind < b->kind ? -1 : a->kind > b->kind;
	order = order != 0 ? order : string_compare(a->name, b->name);
	order = order != 0 ? order : string_compare(a->container, b->container);
	return order != 0 ? order : (a < b ? -1 : a > b);
}

static void number_alternatives(struct graph *graph)
{
	struct decider **sorted = arena_allocate(graph->arena, graph->count + 1, sizeof(*sorted));
	for (size_t i = 0; i < graph->count; i++)
		sorted[i] = &graph->deciders[i];
	qsort(sorted, graph->count, sizeof(*sorted), compare_names);
	for (size_t i = 1; i < graph->count; i++) {
		const struct decider *last = sorted[i - 1];
		if (last->kind == sorted[i]->kind && string_equal(last->name, sorted[i]->name) &&
			string_equal(last->container, sorted[i]->container))
			sorted[i]->alternative = last->alternative + 1;
	}
}

/* The uses come in the order of the text. */
static struct graph graph_of(const struct syntax_tree *tree, struct arena *arena)
{
	struct graph graph = {.arena = arena};
	struct use_list uses = uses_of(tree, arena);
	for (size_t i = 0; i < uses.count; i++) {
		const struct use *use = &uses.items[i];
		uint32_t start = node_range(use->node).start;
		while (graph.depth > 0 &&
			graph.deciders[graph.open[graph.depth - 1]].whole.end <= start)
			graph.depth--;
		if (use->is_declaration)
			add_decider(&graph, use);
		else
			add_use(&graph, use);
	}
	number_alternatives(&graph);
	return graph;
}

/* ---- items ---- */

static struct deciders all_named(const struct graph *graph, const struct use *use)
{
	struct decider *found = arena_allocate(graph->arena, graph->count + 1, sizeof(*found));
	size_t count = 0;
	for (size_t i = 0; i < graph->count; i++)
		if (is_named(&graph->deciders[i], use))
			found[count++] = graph->deciders[i];
	return (struct deciders){found, count};
}

static bool holds(struct range range, uint32_t offset)
{
	return offset >= range.start && offset <= range.end;
}

/* What a preset, a type or the like says is no condition. */
static bool has_conditions(enum declared_kind kind)
{
	switch (kind) {
	case DECLARED_VARIABILITY_INPUT:
	case DECLARED_EXPRESSION:
	case DECLARED_INPUT:
	case DECLARED_OUTPUT:
	case DECLARED_NODE:
	case DECLARED_RELATION:
	case DECLARED_ARTIFACT:
	case DECLARED_PROPERTY:
	case DECLARED_TECHNOLOGY:
	case DECLARED_GROUP:
	case DECLARED_POLICY:
		return true;
	default:
		return false;
	}
}

struct deciders call_hierarchy_at(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena)
{
	struct graph graph = graph_of(tree, arena);
	struct use_list uses = uses_of(tree, arena);
	const struct decider *around = NULL;
	for (size_t i = 0; i < uses.count; i++)
		if (has_conditions(uses.items[i].kind) &&
			holds(node_range(uses.items[i].node), offset))
			return all_named(&graph, &uses.items[i]);
	for (size_t i = 0; i < graph.count; i++) /* inner ones come later */
		if (has_conditions(graph.deciders[i].kind) &&
			holds(graph.deciders[i].whole, offset))
			around = &graph.deciders[i];
	return (struct deciders){around, around != NULL};
}

static bool is_same(const struct decider *a, const struct decider *b)
{
	return a->kind == b->kind && a->alternative == b->alternative &&
	       string_equal(a->name, b->name) && string_equal(a->container, b->container);
}

const struct decider *call_hierarchy_find(
	const struct syntax_tree *tree, const struct decider *known, struct arena *arena)
{
	struct graph graph = graph_of(tree, arena);
	for (size_t i = 0; i < graph.count; i++)
		if (is_same(&graph.deciders[i], known))
			return &graph.deciders[i];
	return NULL;
}

/* ---- decisions ---- */

struct collector {
	struct arena *arena;
	struct decision *items;
	size_t count, capacity;
};

static void add(struct collector *collector, const struct decider *other, struct range place)
{
	struct decision *decision = NULL;
	for (size_t i = 0; i < collector->count && !decision; i++)
		if (is_same(&collector->items[i].other, other))
			decision = &collector->items[i];
	if (!decision) {
		collector->items = arena_reserve(collector->arena, collector->items,
			collector->count, &collector->capacity, sizeof(*collector->items));
		decision = &collector->items[collector->count++];
		*decision = (struct decision){.other = *other};
	}
	struct range *places =
		arena_allocate(collector->arena, decision->place_count + 1, sizeof(*places));
	for (size_t i = 0; i < decision->place_count; i++)
		places[i] = decision->places[i];
	places[decision->place_count++] = place;
	decision->places = places;
}

struct decisions call_hierarchy_outgoing(
	const struct syntax_tree *tree, const struct decider *decider, struct arena *arena)
{
	struct graph graph = graph_of(tree, arena);
	struct collector found = {.arena = arena};
	for (size_t i = 0; i < graph.operand_count; i++) {
		const struct operand *operand = &graph.operands[i];
		if (!is_same(&graph.deciders[operand->owner], decider))
			continue;
		struct deciders named = all_named(&graph, operand->use);
		for (size_t j = 0; j < named.count; j++)
			add(&found, &named.items[j], node_range(operand->use->node));
	}
	return (struct decisions){found.items, found.count};
}

struct decisions call_hierarchy_incoming(
	const struct syntax_tree *tree, const struct decider *decider, struct arena *arena)
{
	struct graph graph = graph_of(tree, arena);
	struct collector found = {.arena = arena};
	for (size_t i = 0; i < graph.operand_count; i++) {
		const struct operand *operand = &graph.operands[i];
		if (is_named(decider, operand->use)) {
			add(&found, &graph.deciders[operand->owner],
				node_range(operand->use->node));
		}
	}
	return (struct decisions){found.items, found.count};
}
