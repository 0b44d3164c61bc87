/* Inputs, outputs, groups and policies after an edit: they refer to node templates by name, and may
 * be referred to. Where some have come or gone, all of their kind are made anew: they know their
 * number. */
#include "analyzer/variability/elements/renewal.h"

#include "base/memory.h"

#include <string.h>

static bool is_whole(const struct renewal *renewal, enum element_kind kind)
{
	return renewal->whole & 1u << kind;
}

static struct node collection_of(const struct renewal *renewal, enum element_kind kind)
{
	return element_collection(renewal->graph->topology, kind);
}

/* ---- who asks for them ---- */

/* Of policies that are no list there are none, which is told. */
static bool is_readable(enum element_kind kind, struct node collection)
{
	return kind != ELEMENT_POLICY || node_is_null(collection) ||
	       node_kind(collection) == NODE_SEQUENCE;
}

static bool are_readable(const struct renewal *renewal, enum element_kind kind)
{
	return is_readable(kind, collection_of(renewal, kind)) &&
	       is_readable(kind, element_collection(renewal->base->topology, kind));
}

static bool can_be_whole(const struct renewal *renewal, enum element_kind kind)
{
	const struct element_graph *base = renewal->base;

	return named_count(collection_of(renewal, kind)) <= MOST_OF_A_KIND &&
	       base->kinds[kind].count <= MOST_OF_A_KIND && are_readable(renewal, kind) &&
	       (kind != ELEMENT_INPUT || !base->counts_inputs);
}

static struct string name_at(struct node collection, uint32_t number)
{
	return node_text(named_entry(collection, number).key);
}

/* Whether it is a section by itself. */
static bool is_section(struct node collection, struct node key, struct node value)
{
	return !node_is_divided(value) &&
	       node_equal_place(
		       syntax_tree_section_around(key.tree, key.reference.section), collection);
}

/* Of two that have one name: all that may be new of a section that both share is its number. */
static void follow_pair(
	struct renewal *renewal, const struct element *before, struct named_entry now)
{
	enum element_kind kind = before->kind;
	struct node key = before->key;

	if (!is_section(element_collection(renewal->base->topology, kind), key, before->value) ||
		!is_section(collection_of(renewal, kind), now.key, now.value) ||
		!syntax_tree_shares_section(
			key.tree, key.reference.section, now.key.tree, now.key.reference.section))
		renewal_follow_one_of_all(renewal, before);
}

/* Who asks for those that stand elsewhere asks for something else, even by the same name: see
 * `pairing_of`. */
static void follow_moved(struct renewal *renewal, struct elements before, struct node now)
{
	uint32_t count = named_count(now), last = 0, first = 0;
	uint32_t most = count < before.count ? count : before.count;

	for (; first < most && string_equal(name_at(now, first), before.items[first]->name);
		first++)
		follow_pair(renewal, before.items[first], named_entry(now, first));
	for (; last < most - first && string_equal(name_at(now, count - 1 - last),
					      before.items[before.count - 1 - last]->name);
		last++)
		follow_pair(renewal, before.items[before.count - 1 - last],
			named_entry(now, count - 1 - last));
	for (uint32_t i = first; i < before.count - last; i++) {
		renewal_follow_one_of_all(renewal, before.items[i]);
		renewal_renew_askers(renewal, before.items[i]->name, MENTION_OF_NAME);
	}
	for (uint32_t i = first; i < count - last; i++)
		renewal_renew_askers(renewal, name_at(now, i), MENTION_OF_NAME);
}

static void follow_collection(struct renewal *renewal, enum element_kind kind)
{
	struct elements before = renewal->base->kinds[kind];

	if (!can_be_whole(renewal, kind)) {
		renewal->reaches_further = true;
		return;
	}
	follow_moved(renewal, before, collection_of(renewal, kind));
}

static void follow_name(struct renewal *renewal, const struct renewed_other *other)
{
	struct node collection = collection_of(renewal, other->before->kind);
	struct string name;

	if (other->number >= named_count(collection))
		return;
	name = name_at(collection, other->number);
	if (string_equal(name, other->before->name))
		return;
	renewal_renew_askers(renewal, other->before->name, MENTION_OF_NAME);
	renewal_renew_askers(renewal, name, MENTION_OF_NAME);
}

void renewal_follow_others(struct renewal *renewal)
{
	uint32_t edited = renewal->other_count;

	for (uint32_t i = 0; i < edited; i++)
		follow_name(renewal, &renewal->others[i]);
	for (int i = 0; i < OTHER_KIND_COUNT; i++)
		if (is_whole(renewal, other_kinds[i]))
			follow_collection(renewal, other_kinds[i]);
}

/* ---- making ---- */

/* What variability groups hand to their members is read with these. */
static void check_alone(struct renewal *renewal, const struct element *element)
{
	if (element && (element->alternatives.count > 1 || element_is_cleaned(element)))
		renewal->reaches_further = true;
}

/* Two of a name are told where all of them are read, as is that they are no more. */
static void check_names(struct renewal *renewal, enum element_kind kind)
{
	const struct element_graph *graph = renewal->graph, *base = renewal->base;
	bool had_two = element_graph_names(base, kind)->count != base->kinds[kind].count;

	for (uint32_t i = 0; i < graph->renewed_others.count; i++) {
		const struct element *made = graph->renewed_others.items[i], *known;

		if (made->kind != kind)
			continue;
		known = element_now(
			graph, name_table_find(element_graph_names(graph, kind), made->name));
		if (had_two || (known && known != made && string_equal(known->name, made->name)))
			renewal->reaches_further = true;
		for (uint32_t j = 0; j < i; j++)
			if (graph->renewed_others.items[j]->kind == kind &&
				string_equal(graph->renewed_others.items[j]->name, made->name))
				renewal->reaches_further = true;
	}
}

static struct element *create(struct population *population, enum element_kind kind,
	struct node collection, uint32_t index)
{
	struct named_entry entry = named_entry(collection, index);
	struct element *made;

	if (kind == ELEMENT_GROUP)
		made = population_create_group(population, entry);
	else if (kind == ELEMENT_POLICY)
		made = population_create_policy(population, entry, index);
	else
		made = population_create_parameter(population, kind, entry, index);
	population_push(population, made);
	if (kind != ELEMENT_GROUP)
		population_begin_list(population, &made->alternatives, 1)[0] = made;
	return made;
}

static void make(struct renewal *renewal, struct renewed_other *other, enum element_kind kind,
	uint32_t index)
{
	struct population population = {.graph = renewal->graph};

	other->made = create(&population, kind, collection_of(renewal, kind), index);
	memcpy(other->kinds, population.kinds, sizeof(population.kinds));
	renewal_add_made(renewal, other->made);
	check_alone(renewal, other->made);
}

/* Those that are made anew one by one stand where they stood. */
static void make_others_of(struct renewal *renewal, enum element_kind kind)
{
	for (uint32_t i = 0; i < renewal->other_count && !renewal->reaches_further; i++) {
		struct renewed_other *other = &renewal->others[i];

		if (!other->before || other->before->kind != kind)
			continue;
		if (named_count(collection_of(renewal, kind)) != renewal->base->kinds[kind].count ||
			!are_readable(renewal, kind)) {
			renewal->reaches_further = true;
			return;
		}
		make(renewal, other, kind, other->number);
		check_alone(renewal, other->before);
		renewal_replace(renewal, other->made, other->before);
	}
}

/* All of a kind; what stood there and where, they are told when all are known. */
static struct elements make_all_of(
	struct renewal *renewal, enum element_kind kind, struct renewed_other *made)
{
	uint32_t count = named_count(collection_of(renewal, kind));
	struct element **items =
		arena_allocate(renewal->graph->arena, count, sizeof(struct element *));

	for (uint32_t i = 0; i < count; i++) {
		make(renewal, &made[i], kind, i);
		items[i] = made[i].made;
	}
	return (struct elements){items, count};
}

static void make_collection(struct renewal *renewal, enum element_kind kind)
{
	struct renewed_other *made =
		memory_allocate(named_count(collection_of(renewal, kind)), sizeof(*made));
	struct elements before = renewal->base->kinds[kind];
	struct elements now = make_all_of(renewal, kind, made);
	struct pairing pairing = pairing_of(now, before);
	const struct element *stood;
	struct element *element;
	uint32_t next = 0, number = 0;

	while (pairing_next(&pairing, &element, &stood)) {
		struct renewed_other other = {0};

		if (element)
			other = made[next++];
		other.number = number;
		other.before = stood;
		number += stood != NULL;
		renewal_add_other(renewal, other);
		check_alone(renewal, stood);
		renewal_replace(renewal, element, stood);
	}
	memory_release(made);
}

void renewal_make_others(struct renewal *renewal)
{
	for (int i = 0; i < OTHER_KIND_COUNT && !renewal->reaches_further; i++) {
		enum element_kind kind = other_kinds[i];

		if (is_whole(renewal, kind))
			make_collection(renewal, kind);
		else
			make_others_of(renewal, kind);
		check_names(renewal, kind);
	}
}
