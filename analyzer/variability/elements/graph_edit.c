/* Elements after an edit of node templates, groups, policies and outputs: those that it touches are
 * made anew, and have the positions of those that stood there; of node templates, some come, and
 * some go. */
#include "analyzer/variability/elements/population.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_RENEWED = 24, /* to make more of them anew, one by one, does not pay */
	MOST_COME = 1024
};

/* Elements of a kind that stand one behind the other, by their place among those of the kind. */
struct run {
	uint32_t start;
	uint32_t count;
};

/* A node template that is made anew. */
struct renewed {
	struct node_edit edit;
	struct element *made;                            /* NULL: it has gone */
	struct element_vector kinds[ELEMENT_KIND_COUNT]; /* it, and what belongs to it */
};

/* A group, policy or output that is: it stays where it stands. */
struct renewed_other {
	const struct element *before;
	struct element *made;
};

struct renewal {
	struct element_graph *graph;
	const struct element_graph *base;
	const struct mentions *more;
	struct node collection;
	struct renewed nodes[MOST_RENEWED];
	uint32_t count;
	struct renewed_other others[MOST_RENEWED];
	uint32_t other_count;
	const struct element **gone;
	size_t gone_count;
	size_t gone_capacity;
	uint32_t come_count;
	bool reaches_further;
};

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

/* What an element consists of, list by list. */
static uint32_t list_parts(const struct element *element, struct elements parts[5])
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

static void replace_all(struct renewal *renewal, struct elements now, struct elements before);

/* `before` is NULL where nothing stood, and `element` where nothing stands any more. */
static void replace(struct renewal *renewal, struct element *element, const struct element *before)
{
	static const struct element nothing;
	struct elements now[5] = {0}, then[5] = {0};
	uint32_t count = list_parts(element ? element : before, now);

	if (element)
		place(renewal, element, before);
	else
		forget(renewal, before);
	list_parts(before ? before : &nothing, then);
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

/* What stood where it stands; or NULL. */
static const struct element *node_before(
	const struct renewal *renewal, const struct renewed *renewed)
{
	return renewed->edit.has_come ? NULL : base_node(renewal, renewed->edit.number);
}

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
	uint32_t number = node->position - base_node(renewal, 0)->position;

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
	const struct element *before = node_before(renewal, renewed);
	struct element *node = population_create_node(
		&population, named_entry(renewal->collection, renewed->edit.entry));

	renewed->made = node;
	if (before && uses_relationship_template(before)) {
		renewal->reaches_further = true;
		return;
	}
	population_check_name(&population, node);
	population_fill_node(&population, node);
	memcpy(renewed->kinds, population.kinds, sizeof(population.kinds));
	replace(renewal, node, before);
	if (uses_relationship_template(node))
		renewal->reaches_further = true;
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
	const struct element *node = renewed->made, *before = node_before(renewal, renewed);

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

	if (renewed->edit.has_gone) {
		replace(renewal, NULL, node_before(renewal, renewed));
		return;
	}
	make(renewal, renewed);
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

/* ---- canonical order ---- */

static void measure(const struct element *element, uint32_t firsts[], uint32_t counts[])
{
	struct elements parts[5];
	uint32_t count = list_parts(element, parts);

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
	return element->kind == ELEMENT_NODE ? element->position - base_node(renewal, 0)->position
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
	const struct element *before = node_before(renewal, renewed);
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

/* Where none has come or gone, all stand where they stood. */
static void set_order(struct renewal *renewal)
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

/* Those that stay and those that are made anew, in canonical order. */
static void find_incoming(struct renewal *renewal, struct element *node)
{
	struct element_graph *graph = renewal->graph;
	const struct element *stood = element_before(graph, node);
	struct elements before = stood ? stood->node.incoming : (struct elements){0};
	struct elements renewed = graph->renewed;
	struct element **items = arena_allocate(
		graph->arena, before.count + count_relations(renewed), sizeof(*items));
	uint32_t count = 0, next = 0;

	for (uint32_t i = 0; i < renewed.count; i++) {
		struct elements relations = renewed.items[i]->node.relations;

		for (uint32_t j = 0; j < relations.count; j++) {
			struct element *relation = relations.items[j];

			if (!leads_to(relation, node))
				continue;
			for (; next < before.count && element_order(graph, before.items[next]) <
							      element_order(graph, relation);
				next++)
				if (!element_is_renewed(graph, before.items[next]))
					items[count++] = before.items[next];
			items[count++] = relation;
		}
	}
	for (; next < before.count; next++)
		if (!element_is_renewed(graph, before.items[next]))
			items[count++] = before.items[next];
	node->node.incoming = (struct elements){items, count};
}

static bool consumes_input(struct elements consumed, uint32_t *next)
{
	while (*next < consumed.count && consumed.items[*next]->kind != ELEMENT_INPUT)
		(*next)++;
	return *next < consumed.count;
}

/* What inputs are consumed by is not made anew. */
static bool consumes_same_inputs(struct elements now, struct elements before)
{
	for (uint32_t i = 0, j = 0;; i++, j++) {
		bool does = consumes_input(now, &i), did = consumes_input(before, &j);

		if (!does || !did)
			return does == did;
		if (now.items[i] != before.items[j])
			return false;
	}
}

static void connect_properties(struct renewal *renewal, struct elements properties)
{
	for (uint32_t i = 0; i < properties.count; i++) {
		struct element *property = properties.items[i];
		const struct element *before = element_before(renewal->graph, property);

		element_graph_connect_property(renewal->graph, property);
		if (!consumes_same_inputs(property->property.consumed,
			    before ? before->property.consumed : (struct elements){0}))
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

static void connect_other(struct renewal *renewal, struct element *other)
{
	connect_properties(renewal, other->properties);
	if (other->kind == ELEMENT_OUTPUT)
		element_graph_connect_output(renewal->graph, other);
}

static void connect(struct renewal *renewal)
{
	struct element_graph *graph = renewal->graph;

	for (uint32_t i = 0; i < graph->renewed.count && !renewal->reaches_further; i++)
		connect_node(renewal, graph->renewed.items[i]);
	for (uint32_t i = 0; i < renewal->other_count && !renewal->reaches_further; i++)
		connect_other(renewal, renewal->others[i].made);
	for (size_t i = 0; i < renewal->gone_count && !renewal->reaches_further; i++)
		if (renewal->gone[i]->kind == ELEMENT_PROPERTY &&
			!consumes_same_inputs(
				(struct elements){0}, renewal->gone[i]->property.consumed))
			renewal->reaches_further = true;
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

bool element_graph_edit(struct element_graph *graph, const struct element_graph *base,
	const struct mentions *more, const struct graph_edits *edits)
{
	struct renewal *renewal;
	bool is_done;

	if (base->nodes.count != base->kinds[ELEMENT_NODE].count ||
		edits->node_count > MOST_RENEWED)
		return false; /* some have the same name */
	renewal = memory_allocate(1, sizeof(*renewal));
	*renewal = (struct renewal){.graph = graph, .base = base, .more = more};
	graph->base = base;
	graph->renewed = graph->followed = (struct elements){0};
	copy_places(graph, base);
	renewal->collection = node_get(graph->topology, "node_templates");
	for (uint32_t i = 0; i < edits->node_count; i++)
		renew(renewal, edits->nodes[i]);
	for (uint32_t i = 0; i < edits->other_count; i++)
		renew_other(renewal, edits->others[i]);
	make_all(renewal);
	if (!renewal->reaches_further)
		make_others(renewal);
	if (!renewal->reaches_further) {
		set_order(renewal);
		connect(renewal);
	}
	is_done = !renewal->reaches_further;
	for (uint32_t i = 0; i < renewal->count; i++)
		for (int kind = 0; kind < ELEMENT_KIND_COUNT; kind++)
			memory_release(renewal->nodes[i].kinds[kind].items);
	memory_release(renewal->gone);
	memory_release(renewal);
	return is_done;
}
