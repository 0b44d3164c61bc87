/* The canonical order after an edit. */
#include "analyzer/variability/elements/renewal.h"

#include "base/memory.h"

#include <string.h>

/* Elements of a kind that stand one behind the other, by their place among those of the kind. */
struct run {
	uint32_t start;
	uint32_t count;
};

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

/* ---- whose they are ---- */

/* What is made anew, has gone or has come, and where it stands among all that may have parts. */
struct owner {
	const struct element *before; /* NULL: it has come */
	uint32_t rank;
	const struct element_vector *kinds;
};

struct owners {
	struct owner *items;
	uint32_t count;
};

/* Parts of groups stand behind those of all node templates, and those of policies behind these. */
static uint32_t rank(const struct element_graph *base, enum element_kind kind, uint32_t number)
{
	if (kind == ELEMENT_NODE)
		return number;
	number += base->kinds[ELEMENT_NODE].count;
	if (kind == ELEMENT_GROUP)
		return number;
	number += base->kinds[ELEMENT_GROUP].count;
	if (kind == ELEMENT_POLICY)
		return number;
	number += base->kinds[ELEMENT_POLICY].count;
	if (kind == ELEMENT_INPUT)
		return number;
	return number + base->kinds[ELEMENT_INPUT].count;
}

static uint32_t rank_of_owner(const struct element_graph *base, const struct element *element)
{
	while (element->container)
		element = element->container;
	return rank(base, element->kind, renewal_number(base, element));
}

static int compare_owners(const void *left, const void *right)
{
	const struct owner *a = left, *b = right;

	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return !a->before != !b->before ? (a->before ? 1 : -1) : 0;
}

/* Node templates are in order. */
static void list_owners(const struct renewal *renewal, struct owners *owners)
{
	for (uint32_t i = 0; i < renewal->count; i++)
		owners->items[owners->count++] =
			(struct owner){renewal_node_before(renewal, &renewal->nodes[i]),
				renewal->nodes[i].edit.number, renewal->nodes[i].kinds};
	for (uint32_t i = 0; i < renewal->other_count; i++) {
		const struct renewed_other *other = &renewal->others[i];
		enum element_kind kind = other->before ? other->before->kind : other->made->kind;
		struct owner owner = {
			other->before, rank(renewal->base, kind, other->number), other->kinds};
		uint32_t place = owners->count++;

		for (; place > renewal->count &&
			compare_owners(&owners->items[place - 1], &owner) > 0;
			place--)
			owners->items[place] = owners->items[place - 1];
		owners->items[place] = owner;
	}
}

/* Where the elements of an owner begin, or would. */
static uint32_t find_start(
	const struct element_graph *base, struct elements elements, uint32_t owner)
{
	uint32_t low = 0, high = elements.count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (rank_of_owner(base, elements.items[middle]) < owner)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct run find_run(
	const struct element_graph *base, const struct owner *owner, enum element_kind kind)
{
	struct elements elements = base->kinds[kind];
	uint32_t firsts[ELEMENT_KIND_COUNT] = {0}, counts[ELEMENT_KIND_COUNT] = {0};

	if (owner->before)
		measure(owner->before, firsts, counts);
	if (counts[kind] > 0)
		return (struct run){firsts[kind] - elements.items[0]->position, counts[kind]};
	return (struct run){find_start(base, elements, owner->rank), 0};
}

/* ---- their order ---- */

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

static void put_kind(const struct renewal *renewal, const struct owners *owners,
	struct ordering *ordering, enum element_kind kind)
{
	struct elements elements = renewal->base->kinds[kind];
	uint32_t next = 0;

	for (uint32_t i = 0; i < owners->count; i++) {
		const struct element_vector *made = &owners->items[i].kinds[kind];
		struct run run = find_run(renewal->base, &owners->items[i], kind);

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

	struct owners owners = {.items = memory_allocate(renewal->count + renewal->other_count,
					sizeof(struct owner))};

	list_owners(renewal, &owners);
	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++) {
		uint32_t start = ordering.count;

		put_kind(renewal, &owners, &ordering, (enum element_kind)kind);
		graph->kinds[kind] =
			(struct elements){ordering.all + start, ordering.count - start};
	}
	graph->all = (struct elements){ordering.all, ordering.count};
	graph->places.count = count;
	graph->order = ordering.order;
	memory_release(owners.items);
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
