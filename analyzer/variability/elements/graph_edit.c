/* Elements after an edit: those that it touches are made anew, and have the positions of those that
 * stood there; some come, and some go. */
#include "analyzer/variability/elements/renewal.h"

#include "analyzer/text/numbers.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- relationship templates ---- */

/* By how many relations the template is used that this one uses; NULL if it uses none. */
static uint32_t *users_of(const struct element_graph *graph, const struct element *relation)
{
	const uint32_t *number;

	if (node_is_absent(relation->relation.relationship_key))
		return NULL;
	number = name_table_find(&graph->relationships, relation->relation.relationship);
	return &graph->relationship_users[*number];
}

/* What stood in the base uses none any more. */
static void free_relationships(struct renewal *renewal, const struct element *before)
{
	for (uint32_t i = 0; i < before->node.relations.count; i++) {
		uint32_t *users = users_of(renewal->graph, before->node.relations.items[i]);

		if (users && (*users)-- > 1)
			renewal->reaches_further = true; /* which of them is told depends on all */
	}
}

static void check_relationships(struct renewal *renewal, const struct element *node)
{
	for (uint32_t i = 0; i < node->node.relations.count; i++) {
		const uint32_t *users = users_of(renewal->graph, node->node.relations.items[i]);

		if (users && *users > 1)
			renewal->reaches_further = true;
	}
}

/* ---- names that several have ---- */

static struct string name_at(const struct renewal *renewal, uint32_t entry)
{
	return node_text(named_entry(renewal->collection, entry).key);
}

/* The node template of the base that had the name, if it still does, or NULL. */
static const struct element *holder_of(const struct renewal *renewal, struct string name)
{
	const struct element *holder = name_table_find(&renewal->base->nodes, name);
	uint32_t number = holder ? renewal_number(renewal->base, holder) : 0;

	for (uint32_t i = 0; holder && i < renewal->count; i++)
		if (!renewal->nodes[i].edit.has_come && renewal->nodes[i].edit.number == number)
			return NULL; /* it is known among those that are made anew */
	return holder;
}

/* Whether one that stands in front of it has the same name. All others that have changed are known
 * to be made anew, and those that follow are called as they were. */
static bool is_taken(const struct renewal *renewal, struct string name, uint32_t entry)
{
	const struct element *holder = holder_of(renewal, name);

	if (holder && renewal_entry_now(renewal, renewal_number(renewal->base, holder)) < entry)
		return true;
	for (uint32_t i = 0; i < renewal->count; i++) {
		const struct node_edit *edit = &renewal->nodes[i].edit;

		if (!edit->has_gone && edit->entry < entry &&
			string_equal(name_at(renewal, edit->entry), name))
			return true;
	}
	return false;
}

/* ---- making ---- */

static void make(struct renewal *renewal, struct renewed *renewed)
{
	struct population population = {.graph = renewal->graph};
	const struct element *before = renewal_node_before(renewal, renewed);
	struct element *node = population_create_node(
		&population, named_entry(renewal->collection, renewed->edit.entry));

	renewed->made = node;
	population_check_name(
		&population, node, is_taken(renewal, node->name, renewed->edit.entry));
	population_fill_node(&population, node);
	memcpy(renewed->kinds, population.kinds, sizeof(population.kinds));
	renewal_replace(renewal, node, before);
}

/* One of the two may be NULL. */
static void follow_name(struct renewal *renewal, const struct renewed *renewed)
{
	const struct element *node = renewed->made, *before = renewal_node_before(renewal, renewed);
	const struct element *holder;

	if (node && before && string_equal(node->name, before->name)) {
		renewal_renew_askers(renewal, before->name,
			renewed->edit.concerns_askers ? MENTION_OF_NAME : MENTION_OF_CONTENT);
		return;
	}
	if (before)
		renewal_renew_askers(renewal, before->name, MENTION_OF_NAME);
	if (!node)
		return;
	renewal_renew_askers(renewal, node->name, MENTION_OF_NAME);
	/* Which of two of a name is told depends on which one comes first. */
	holder = holder_of(renewal, node->name);
	if (holder)
		renewal_renew_node(renewal, holder);
}

/* Who is referred to by others than before is made anew, too. */
static void follow_relations(struct renewal *renewal, const struct renewed *renewed)
{
	const struct element *node = renewed->made;

	for (uint32_t i = 0; i < node->node.relations.count; i++) {
		struct element *relation = node->node.relations.items[i];
		const struct element *stood = element_before(renewal->graph, relation);
		const struct element *before = stood ? stood->relation.target : NULL;
		const struct element *target;

		population_connect_relation(renewal->graph, relation);
		target = relation->relation.target;
		if (target && before && target->position == before->position &&
			!renewed->edit.concerns_askers)
			continue;
		if (target)
			renewal_renew_node(renewal, target);
		if (before)
			renewal_renew_node(renewal, before);
	}
}

static void follow_gone(struct renewal *renewal, const struct element *element)
{
	if (element->kind == ELEMENT_RELATION && element->relation.target)
		renewal_renew_node(renewal, element->relation.target);
}

static int compare_edits(const void *left, const void *right)
{
	const struct node_edit *a = &((const struct renewed *)left)->edit;
	const struct node_edit *b = &((const struct renewed *)right)->edit;

	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	if (a->has_come != b->has_come)
		return a->has_come ? -1 : 1;
	return (a->entry > b->entry) - (a->entry < b->entry);
}

static uint32_t entry_of(const struct renewal *renewal, const struct element *made)
{
	uint32_t i = 0;

	while (renewal->nodes[i].made != made)
		i++;
	return renewal->nodes[i].edit.entry;
}

/* In their order: of several of a name, the first is found. */
static void add_renewed(struct renewal *renewal, struct element *node)
{
	struct elements *all = &renewal->graph->renewed;
	struct element **items = (struct element **)all->items;
	uint32_t i = all->count++;

	for (; i > 0 && entry_of(renewal, items[i - 1]) > entry_of(renewal, node); i--)
		items[i] = items[i - 1];
	items[i] = node;
}

static void make_or_forget(struct renewal *renewal, struct renewed *renewed)
{
	if (!renewed->edit.has_come)
		free_relationships(renewal, renewal_node_before(renewal, renewed));
	if (renewed->edit.has_gone) {
		renewal_replace(renewal, NULL, renewal_node_before(renewal, renewed));
		return;
	}
	make(renewal, renewed);
	check_relationships(renewal, renewed->made);
	add_renewed(renewal, renewed->made);
}

/* In their order. */
static void list_made(struct renewal *renewal)
{
	struct element_graph *graph = renewal->graph;
	struct element **renewed = (struct element **)graph->renewed.items;
	struct element **followed = arena_allocate(graph->arena, renewal->count, sizeof(*followed));

	graph->renewed.count = 0;
	graph->followed = (struct elements){followed, 0};
	for (uint32_t i = 0; i < renewal->count; i++) {
		struct element *node = renewal->nodes[i].made;

		if (!node)
			continue;
		renewed[graph->renewed.count++] = node;
		if (renewal->nodes[i].edit.concerns_askers)
			followed[graph->followed.count++] = node;
	}
}

/* Names are known before targets are looked for, which may concern more node templates. Those are
 * called as they were. */
static void make_all(struct renewal *renewal)
{
	struct element_graph *graph = renewal->graph;
	struct renewed *nodes = renewal->nodes;
	uint32_t made = 0, named = 0, connected = 0;
	size_t gone = 0;

	graph->renewed.items = arena_allocate(graph->arena, MOST_RENEWED, sizeof(struct element *));
	while (connected < renewal->count && !renewal->reaches_further) {
		for (; made < renewal->count && !renewal->reaches_further; made++)
			make_or_forget(renewal, &nodes[made]);
		for (; named < made && !renewal->reaches_further; named++)
			follow_name(renewal, &nodes[named]);
		for (; gone < renewal->gone_count; gone++)
			follow_gone(renewal, renewal->gone[gone]);
		if (made < renewal->count)
			continue;
		for (; connected < made && !renewal->reaches_further; connected++)
			if (nodes[connected].made)
				follow_relations(renewal, &nodes[connected]);
	}
	qsort(nodes, renewal->count, sizeof(*nodes), compare_edits);
	list_made(renewal);
}

static int compare_positions(const void *left, const void *right)
{
	const struct element *a = *(const struct element *const *)left,
			     *b = *(const struct element *const *)right;

	return a->position < b->position ? -1 : a->position > b->position;
}

static void list_gone(struct renewal *renewal)
{
	struct element_graph *graph = renewal->graph;
	struct element **gone =
		arena_allocate(graph->arena, renewal->gone_count + 1, sizeof(*gone));

	for (size_t i = 0; i < renewal->gone_count; i++)
		gone[i] = renewal->base->all.items[renewal->gone[i]->position];
	qsort(gone, renewal->gone_count, sizeof(struct element *), compare_positions);
	graph->gone = (struct elements){gone, (uint32_t)renewal->gone_count};
}

/* ---- all of it ---- */

static void copy_places(struct element_graph *graph, const struct element_graph *base)
{
	uint32_t count = base->all.count;
	struct element **places = arena_allocate(graph->arena, count + MOST_COME, sizeof(*places));

	graph->is_written = arena_allocate(graph->arena, count + MOST_COME, sizeof(bool));
	if (count) {
		memcpy(places, base->all.items, count * sizeof(*places));
		memcpy(graph->is_written, base->is_written, count * sizeof(bool));
	}
	graph->places = (struct elements){places, count};
	graph->all = base->all;
	graph->order = NULL;
}

/* Those that there are stand where they stood: otherwise, all would be read anew. */
static void copy_relationship_users(struct element_graph *graph, const struct element_graph *base)
{
	struct node templates = node_get(graph->topology, "relationship_templates");
	uint32_t count = node_kind(templates) == NODE_MAPPING ? node_count(templates) : 0;

	graph->relationship_users =
		arena_allocate(graph->arena, count, sizeof(*graph->relationship_users));
	if (count)
		memcpy(graph->relationship_users, base->relationship_users,
			count * sizeof(*graph->relationship_users));
}

static void release_kinds(struct element_vector kinds[])
{
	for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++)
		memory_release(kinds[kind].items);
}

bool element_graph_edit(struct element_graph *graph, const struct element_graph *base,
	const struct mentions *more, const struct graph_edits *edits)
{
	struct renewal *renewal;
	bool is_done;

	if (base->nodes.count != base->kinds[ELEMENT_NODE].count ||
		edits->node_count > MOST_RENEWED)
		return false; /* some have the same name */
	renewal = memory_allocate(1, sizeof(*renewal));
	*renewal = (struct renewal){.graph = graph,
		.base = base,
		.more = more,
		.whole = edits->whole,
		.renews_inputs = edits->concerns_inputs};
	graph->base = base;
	graph->renewed = graph->followed = (struct elements){0};
	graph->renewed_others = (struct elements){0};
	copy_places(graph, base);
	copy_relationship_users(graph, base);
	renewal->collection = node_get(graph->topology, "node_templates");
	for (int i = 0; i < OTHER_KIND_COUNT; i++)
		renewal->is_followed[other_kinds[i]] = arena_allocate(
			graph->arena, base->kinds[other_kinds[i]].count, sizeof(bool));
	for (uint32_t i = 0; i < edits->node_count; i++)
		renewal_renew(renewal, edits->nodes[i]);
	for (uint32_t i = 0; i < edits->other_count; i++)
		renewal_renew_other(renewal, edits->others[i]);
	renewal_follow_others(renewal);
	make_all(renewal);
	if (!renewal->reaches_further)
		renewal_make_others(renewal);
	if (!renewal->reaches_further) {
		renewal_set_order(renewal);
		renewal_connect(renewal);
		population_check_relationships(graph);
	}
	list_gone(renewal);
	is_done = !renewal->reaches_further;
	for (uint32_t i = 0; i < renewal->count; i++)
		release_kinds(renewal->nodes[i].kinds);
	for (uint32_t i = 0; i < renewal->other_count; i++)
		release_kinds(renewal->others[i].kinds);
	memory_release(renewal->others);
	memory_release(renewal->gone);
	memory_release(renewal);
	return is_done;
}

/* ---- what is made anew ---- */

static void add_places(struct numbers *places, const struct element *element)
{
	struct elements parts[5];
	uint32_t count = renewal_list_parts(element, parts);

	numbers_add(places, element->position);
	for (uint32_t i = 0; i < count; i++)
		for (uint32_t j = 0; j < parts[i].count; j++)
			add_places(places, parts[i].items[j]);
}

uint32_t *element_graph_list_renewed(const struct element_graph *graph, size_t *count)
{
	const struct elements *made[] = {&graph->renewed, &graph->renewed_others};
	struct numbers places = {0};

	for (size_t i = 0; graph->base && i < 2; i++)
		for (uint32_t j = 0; j < made[i]->count; j++)
			add_places(&places, made[i]->items[j]);
	for (size_t i = 0; i < places.count; i++)
		places.items[i] = element_order(graph, graph->places.items[places.items[i]]);
	numbers_sort(places.items, places.count);
	for (size_t i = 0; i < places.count; i++)
		places.items[i] = graph->all.items[places.items[i]]->position;
	*count = places.count;
	return places.items;
}
