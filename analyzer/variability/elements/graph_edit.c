/* Elements after an edit of node templates, groups, policies and outputs: those that it touches are
 * made anew, and have the positions of those that stood there; of node templates, some come, and
 * some go. */
#include "analyzer/variability/elements/renewal.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- what stands where something stood ---- */

static void place(struct renewal *renewal, struct element *element, const struct element *before)
{
	struct elements *places = &renewal->graph->places;

	if (before) {
		element->position = before->position;
	} else if (renewal->come_count < MOST_COME) {
		element->position = renewal->base->all.count + renewal->come_count++;
	} else {
		renewal->reaches_further = true;
		return;
	}
	((struct element **)places->items)[element->position] = element;
}

/* Other elements may refer to it by its position. */
static void forget(struct renewal *renewal, const struct element *element)
{
	((struct element **)renewal->graph->places.items)[element->position] = NULL;
	renewal->gone = memory_reserve(renewal->gone, renewal->gone_count, &renewal->gone_capacity,
		sizeof(*renewal->gone));
	renewal->gone[renewal->gone_count++] = element;
}

static void replace_all(struct renewal *renewal, struct elements now, struct elements before);

/* `before` is NULL where nothing stood, and `element` where nothing stands any more. */
static void replace(struct renewal *renewal, struct element *element, const struct element *before)
{
	static const struct element nothing;
	struct elements now[5] = {0}, then[5] = {0};
	uint32_t count = renewal_list_parts(element ? element : before, now);

	if (element)
		place(renewal, element, before);
	else
		forget(renewal, before);
	renewal_list_parts(before ? before : &nothing, then);
	if (!element)
		memset(now, 0, sizeof(now));
	for (uint32_t i = 0; i < count; i++)
		replace_all(renewal, now[i], then[i]);
}

/* At both ends those of the same name stand where they stood, and what is between them one by one,
 * as far as there is something. */
static void replace_all(struct renewal *renewal, struct elements now, struct elements before)
{
	uint32_t most = now.count < before.count ? now.count : before.count, same = 0, last = 0;

	while (same < most && string_equal(now.items[same]->name, before.items[same]->name))
		same++;
	while (last < most - same && string_equal(now.items[now.count - 1 - last]->name,
					     before.items[before.count - 1 - last]->name))
		last++;
	for (uint32_t i = 0; i < most - last; i++)
		replace(renewal, now.items[i], before.items[i]);
	for (uint32_t i = most - last; i < now.count - last; i++)
		replace(renewal, now.items[i], NULL);
	for (uint32_t i = most - last; i < before.count - last; i++)
		replace(renewal, NULL, before.items[i]);
	for (uint32_t i = last; i > 0; i--)
		replace(renewal, now.items[now.count - i], before.items[before.count - i]);
}

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

/* ---- who is made anew ---- */

static void renew(struct renewal *renewal, struct node_edit edit)
{
	if (renewal->count == MOST_RENEWED)
		renewal->reaches_further = true;
	else
		renewal->nodes[renewal->count++] = (struct renewed){.edit = edit};
}

/* Where a node template of the base stands now, if it does. */
static uint32_t entry_now(const struct renewal *renewal, uint32_t number)
{
	uint32_t entry = number;

	for (uint32_t i = 0; i < renewal->count; i++) {
		const struct node_edit *edit = &renewal->nodes[i].edit;

		entry += edit->has_come && edit->number <= number;
		entry -= edit->has_gone && edit->number < number;
	}
	return entry;
}

static void renew_node(struct renewal *renewal, const struct element *node)
{
	uint32_t number = node->position - renewal_base_node(renewal, 0)->position;

	if (node->position >= renewal->base->all.count)
		return; /* it has come */
	for (uint32_t i = 0; i < renewal->count; i++)
		if (renewal->nodes[i].edit.number == number && !renewal->nodes[i].edit.has_come)
			return;
	renew(renewal, (struct node_edit){.number = number, .entry = entry_now(renewal, number)});
}

static void renew_other(struct renewal *renewal, const struct element *other)
{
	for (uint32_t i = 0; i < renewal->other_count; i++)
		if (renewal->others[i].before == other)
			return;
	if (renewal->other_count == MOST_RENEWED)
		renewal->reaches_further = true;
	else
		renewal->others[renewal->other_count++] = (struct renewed_other){.before = other};
}

static void renew_asker(struct renewal *renewal, const struct element *asker)
{
	while (asker && asker->container)
		asker = asker->container;
	if (asker && asker->kind == ELEMENT_NODE)
		renew_node(renewal, asker);
	else if (asker && (asker->kind == ELEMENT_GROUP || asker->kind == ELEMENT_POLICY ||
				  asker->kind == ELEMENT_OUTPUT))
		renew_other(renewal, asker);
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

static void make(struct renewal *renewal, struct renewed *renewed)
{
	struct population population = {.graph = renewal->graph};
	const struct element *before = renewal_node_before(renewal, renewed);
	struct element *node = population_create_node(
		&population, named_entry(renewal->collection, renewed->edit.entry));

	renewed->made = node;
	population_check_name(&population, node);
	population_fill_node(&population, node);
	memcpy(renewed->kinds, population.kinds, sizeof(population.kinds));
	replace(renewal, node, before);
}

/* Two of a name are told where all of them are read. */
static bool is_taken(const struct renewal *renewal, const struct element *node)
{
	const struct element *known = name_table_find(&renewal->base->nodes, node->name);
	struct elements renewed = renewal->graph->renewed;

	if (known && element_now(renewal->graph, known) &&
		element_now(renewal->graph, known) != node)
		return true;
	for (uint32_t i = 0; i < renewed.count; i++)
		if (renewed.items[i] != node && string_equal(renewed.items[i]->name, node->name))
			return true;
	return false;
}

/* One of the two may be NULL. */
static void follow_name(struct renewal *renewal, const struct renewed *renewed)
{
	const struct element *node = renewed->made, *before = renewal_node_before(renewal, renewed);

	if (node && before && string_equal(node->name, before->name)) {
		renew_askers(renewal, before->name,
			renewed->edit.concerns_askers ? MENTION_OF_NAME : MENTION_OF_CONTENT);
		return;
	}
	if (node && is_taken(renewal, node))
		renewal->reaches_further = true;
	if (before)
		renew_askers(renewal, before->name, MENTION_OF_NAME);
	if (node)
		renew_askers(renewal, node->name, MENTION_OF_NAME);
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
			renew_node(renewal, target);
		if (before)
			renew_node(renewal, before);
	}
}

static void follow_gone(struct renewal *renewal, const struct element *element)
{
	if (element->kind == ELEMENT_RELATION && element->relation.target)
		renew_node(renewal, element->relation.target);
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

static void make_or_forget(struct renewal *renewal, struct renewed *renewed)
{
	struct elements *all = &renewal->graph->renewed;

	if (!renewed->edit.has_come)
		free_relationships(renewal, renewal_node_before(renewal, renewed));
	if (renewed->edit.has_gone) {
		replace(renewal, NULL, renewal_node_before(renewal, renewed));
		return;
	}
	make(renewal, renewed);
	check_relationships(renewal, renewed->made);
	((struct element **)all->items)[all->count++] = renewed->made;
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

/* ---- groups, policies and outputs ---- */

/* What a policy is about are the members of a group, not the group itself. */
static void renew_policies_of(struct renewal *renewal, const struct element *group)
{
	struct elements policies = renewal->base->kinds[ELEMENT_POLICY];

	for (uint32_t i = 0; i < policies.count; i++)
		for (uint32_t j = 0; j < policies.items[i]->policy.targets.count; j++)
			if (policies.items[i]->policy.targets.items[j] == group)
				renew_other(renewal, policies.items[i]);
}

static bool have_same_names(struct elements now, struct elements before)
{
	if (now.count != before.count)
		return false;
	for (uint32_t i = 0; i < now.count; i++)
		if (!string_equal(now.items[i]->name, before.items[i]->name))
			return false;
	return true;
}

/* Others know it by its name, and by the names of what it has; what variability groups hand to
 * their members is read with these. */
static bool is_as_others_know_it(const struct element *now, const struct element *before)
{
	return string_equal(now->name, before->name) && before->alternatives.count <= 1 &&
	       have_same_names(now->properties, before->properties) &&
	       now->types.count == before->types.count && !element_is_cleaned(now) &&
	       !element_is_cleaned(before);
}

static struct element *create_other(struct population *population, enum element_kind kind,
	struct node collection, uint32_t index)
{
	struct named_entry entry = named_entry(collection, index);

	if (kind == ELEMENT_GROUP)
		return population_create_group(population, entry);
	if (kind == ELEMENT_POLICY)
		return population_create_policy(population, entry, index);
	return population_create_parameter(population, kind, entry, index);
}

static void make_other(struct renewal *renewal, struct renewed_other *other)
{
	const struct element *before = other->before;
	enum element_kind kind = before->kind;
	struct population population = {.graph = renewal->graph};
	struct elements all = renewal->base->kinds[kind];
	struct node collection =
		node_get(renewal->graph->topology, kind == ELEMENT_GROUP    ? "groups"
						   : kind == ELEMENT_POLICY ? "policies"
									    : "outputs");

	if (named_count(collection) != all.count) {
		renewal->reaches_further = true;
		return;
	}
	other->made = create_other(
		&population, kind, collection, before->position - all.items[0]->position);
	for (int i = 0; i < ELEMENT_KIND_COUNT; i++)
		memory_release(population.kinds[i].items);
	if (!is_as_others_know_it(other->made, before)) {
		renewal->reaches_further = true;
		return;
	}
	if (before->alternatives.count == 1) {
		struct element **items =
			population_begin_list(&population, &other->made->alternatives, 1);

		items[0] = other->made;
	}
	replace(renewal, other->made, before);
	if (kind == ELEMENT_GROUP)
		renew_policies_of(renewal, before);
}

/* They refer to node templates, and not the other way round. */
static void make_others(struct renewal *renewal)
{
	const struct element_graph *base = renewal->base;

	if (renewal->other_count > 0 && base->groups.count != base->kinds[ELEMENT_GROUP].count)
		renewal->reaches_further = true; /* some have the same name */
	for (uint32_t i = 0; i < renewal->other_count && !renewal->reaches_further; i++)
		make_other(renewal, &renewal->others[i]);
	renewal->graph->renews_others = renewal->other_count > 0;
}

/* ---- all of it ---- */

static void copy_places(struct element_graph *graph, const struct element_graph *base)
{
	uint32_t count = base->all.count;
	struct element **places = arena_allocate(graph->arena, count + MOST_COME, sizeof(*places));

	if (count)
		memcpy(places, base->all.items, count * sizeof(*places));
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
		.renews_inputs = edits->concerns_inputs};
	graph->base = base;
	graph->renewed = graph->followed = (struct elements){0};
	copy_places(graph, base);
	copy_relationship_users(graph, base);
	renewal->collection = node_get(graph->topology, "node_templates");
	for (uint32_t i = 0; i < edits->node_count; i++)
		renew(renewal, edits->nodes[i]);
	for (uint32_t i = 0; i < edits->other_count; i++)
		renew_other(renewal, edits->others[i]);
	make_all(renewal);
	if (!renewal->reaches_further)
		make_others(renewal);
	if (!renewal->reaches_further) {
		renewal_set_order(renewal);
		renewal_connect(renewal);
		population_check_relationships(graph);
	}
	is_done = !renewal->reaches_further;
	for (uint32_t i = 0; i < renewal->count; i++)
		for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++)
			memory_release(renewal->nodes[i].kinds[kind].items);
	memory_release(renewal->gone);
	memory_release(renewal);
	return is_done;
}
