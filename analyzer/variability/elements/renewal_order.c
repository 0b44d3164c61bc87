/* The canonical order after an edit. */
#include "analyzer/variability/elements/renewal.h"

#include <string.h>

/* Elements of a kind that stand one behind the other, by their place among those of the kind. */
struct run {
	uint32_t start;
	uint32_t count;
};

uint32_t renewal_list_parts(const struct element *element, struct elements parts[5])
{
	uint32_t count = 0;

	parts[count++] = element->types;
	parts[count++] = element->properties;
	if (element->kind == ELEMENT_NODE) {
		parts[count++] = element->node.relations;
		parts[count++] = element->node.artifacts;
		parts[count++] = element->node.technologies;
	}
	return count;
}

static void measure(const struct element *element, uint32_t firsts[], uint32_t counts[])
{
	struct elements parts[5];
	uint32_t count = renewal_list_parts(element, parts);

	if (counts[element->kind]++ == 0 || element->position < firsts[element->kind])
		firsts[element->kind] = element->position;
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t j = 0; j < parts[i].count; j++)
			measure(parts[i].items[j], firsts, counts);
}

/* The node template that it belongs to, by number; UINT32_MAX if it belongs to none. */
static uint32_t number_of_owner(const struct renewal *renewal, const struct element *element)
{
	while (element->container)
		element = element->container;
	return element->kind == ELEMENT_NODE
		       ? element->position - renewal_base_node(renewal, 0)->position
		       : UINT32_MAX;
}

/* Where the elements of this node template begin, or would. */
static uint32_t find_start(const struct renewal *renewal, struct elements elements, uint32_t number)
{
	uint32_t low = 0, high = elements.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (number_of_owner(renewal, elements.items[middle]) < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct run find_run(
	const struct renewal *renewal, const struct renewed *renewed, enum element_kind kind)
{
	const struct element *before = renewal_node_before(renewal, renewed);
	struct elements elements = renewal->base->kinds[kind];
	uint32_t firsts[ELEMENT_KIND_COUNT] = {0}, counts[ELEMENT_KIND_COUNT] = {0};

	if (before)
		measure(before, firsts, counts);
	if (counts[kind] > 0)
		return (struct run){firsts[kind] - elements.items[0]->position, counts[kind]};
	return (struct run){find_start(renewal, elements, renewed->edit.number), 0};
}

struct ordering {
	struct element **all;
	uint32_t *order;
	uint32_t count;
};

/* What stands where a run of the base stood. */
static void keep(const struct renewal *renewal, struct ordering *ordering, struct elements elements,
	struct run run)
{
	uint32_t position;

	if (run.count == 0)
		return;
	position = elements.items[run.start]->position;
	memcpy(ordering->all + ordering->count, renewal->graph->places.items + position,
		run.count * sizeof(*ordering->all));
	for (uint32_t i = 0; i < run.count; i++)
		ordering->order[position + i] = ordering->count + i;
	ordering->count += run.count;
}

static void put_kind(
	const struct renewal *renewal, struct ordering *ordering, enum element_kind kind)
{
	struct elements elements = renewal->base->kinds[kind];
	uint32_t next = 0;

	for (uint32_t i = 0; i < renewal->count; i++) {
		const struct renewed *renewed = &renewal->nodes[i];
		struct run run = find_run(renewal, renewed, kind);
		const struct element_vector *made = &renewed->kinds[kind];

		if (run.count == 0 && made->count == 0)
			continue;
		keep(renewal, ordering, elements, (struct run){next, run.start - next});
		next = run.start + run.count;
		for (size_t j = 0; j < made->count; j++) {
			ordering->order[made->items[j]->position] = ordering->count;
			ordering->all[ordering->count++] = made->items[j];
		}
	}
	keep(renewal, ordering, elements, (struct run){next, elements.count - next});
}

static void put_in_order(struct renewal *renewal)
{
	struct element_graph *graph = renewal->graph;
	uint32_t count = renewal->base->all.count + renewal->come_count;
	struct ordering ordering = {
		.all = arena_allocate(graph->arena, count, sizeof(*ordering.all)),
		.order = arena_allocate(graph->arena, count, sizeof(*ordering.order)),
	};

	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++) {
		uint32_t start = ordering.count;

		put_kind(renewal, &ordering, (enum element_kind)kind);
		graph->kinds[kind] =
			(struct elements){ordering.all + start, ordering.count - start};
	}
	graph->all = (struct elements){ordering.all, ordering.count};
	graph->places.count = count;
	graph->order = ordering.order;
}

void renewal_set_order(struct renewal *renewal)
{
	struct element_graph *graph = renewal->graph;
	const struct element_graph *base = renewal->base;

	if (renewal->come_count > 0 || renewal->gone_count > 0) {
		put_in_order(renewal);
		return;
	}
	graph->all = graph->places;
	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++)
		graph->kinds[kind].items =
			graph->all.items + (base->kinds[kind].items - base->all.items);
}
