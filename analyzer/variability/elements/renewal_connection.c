/* Who refers to whom after an edit. */
#include "analyzer/variability/elements/renewal.h"

#include "base/memory.h"

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

/* ---- inputs ---- */

static bool consumes_input(struct elements consumed, uint32_t *next)
{
	while (*next < consumed.count && consumed.items[*next]->kind != ELEMENT_INPUT)
		(*next)++;
	return *next < consumed.count;
}

static bool consumes_same_inputs(struct elements now, struct elements before)
{
	for (uint32_t i = 0, j = 0;; i++, j++) {
		bool does = consumes_input(now, &i), did = consumes_input(before, &j);

		if (!does || !did)
			return does == did;
		if (now.items[i]->position != before.items[j]->position)
			return false;
	}
}

/* What inputs are consumed by. */
struct consumption {
	struct renewal *renewal;
	struct element **pairs; /* input and consumer, of all that is made anew */
	size_t count;
	size_t capacity;
	const struct element **inputs; /* that are made anew as well */
	uint32_t input_count;
	size_t input_capacity;
};

static void add_input(struct consumption *consumption, const struct element *input)
{
	for (uint32_t i = 0; i < consumption->input_count; i++)
		if (consumption->inputs[i]->position == input->position)
			return;
	consumption->inputs = memory_reserve(consumption->inputs, consumption->input_count,
		&consumption->input_capacity, sizeof(*consumption->inputs));
	consumption->inputs[consumption->input_count++] = input;
}

static void add_inputs(struct consumption *consumption, struct elements consumed)
{
	for (uint32_t i = 0; consumes_input(consumed, &i); i++)
		add_input(consumption, consumed.items[i]);
}

static void add_consumer(struct consumption *consumption, struct element *property)
{
	struct elements consumed = property->property.consumed;

	for (uint32_t i = 0; consumes_input(consumed, &i); i++) {
		struct element *pair[] = {consumed.items[i], property};

		for (int j = 0; j < 2; j++) {
			consumption->pairs = memory_reserve(consumption->pairs, consumption->count,
				&consumption->capacity, sizeof(*consumption->pairs));
			consumption->pairs[consumption->count++] = pair[j];
		}
	}
}

static void follow_consumed(
	struct consumption *consumption, struct elements now, struct elements before)
{
	if (!consumption->renewal->renews_inputs && consumes_same_inputs(now, before))
		return;
	add_inputs(consumption, now);
	add_inputs(consumption, before);
}

static void connect_properties(struct consumption *consumption, struct elements properties)
{
	struct element_graph *graph = consumption->renewal->graph;

	for (uint32_t i = 0; i < properties.count; i++) {
		struct element *property = properties.items[i];
		const struct element *before = element_before(graph, property);

		element_graph_connect_property(graph, property);
		add_consumer(consumption, property);
		follow_consumed(consumption, property->property.consumed,
			before ? before->property.consumed : (struct elements){0});
	}
}

static void connect_node(struct consumption *consumption, struct element *node)
{
	struct elements parts[] = {node->node.relations, node->node.artifacts};

	find_incoming(consumption->renewal, node);
	connect_properties(consumption, node->properties);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		for (uint32_t j = 0; j < parts[i].count; j++)
			connect_properties(consumption, parts[i].items[j]->properties);
}

static void connect_other(struct consumption *consumption, struct element *other)
{
	connect_properties(consumption, other->properties);
	if (other->kind == ELEMENT_OUTPUT)
		element_graph_connect_output(consumption->renewal->graph, other);
	if (other->kind == ELEMENT_INPUT)
		add_input(consumption, other);
}

/* The consumers that stay and those that are made anew, in canonical order; of one that has come,
 * `stood` is NULL. */
static struct elements consumers_now(const struct consumption *consumption,
	const struct element *input, const struct element *stood)
{
	const struct element_graph *graph = consumption->renewal->graph;
	struct elements before = stood ? stood->input.consumers : (struct elements){0};
	struct element **items =
		arena_allocate(graph->arena, before.count + consumption->count / 2, sizeof(*items));
	uint32_t count = 0;

	for (uint32_t i = 0; i < before.count; i++)
		if (!element_is_renewed(graph, before.items[i]))
			items[count++] = before.items[i];
	for (size_t i = 0; i < consumption->count; i += 2) {
		struct element *property = consumption->pairs[i + 1];
		uint32_t place = count;

		if (consumption->pairs[i]->position != input->position)
			continue;
		for (; place > 0 &&
			element_order(graph, items[place - 1]) > element_order(graph, property);
			place--)
			items[place] = items[place - 1];
		items[place] = property;
		count++;
	}
	return (struct elements){items, count};
}

/* Of the base, and as others know it: all that may be new is what it is consumed by. */
static struct element *make_input(struct renewal *renewal, const struct element *before)
{
	struct element_graph *graph = renewal->graph;
	struct population population = {.graph = graph};
	struct node collection = element_collection(graph->topology, ELEMENT_INPUT);
	uint32_t number = renewal_number(renewal->base, before);
	struct element *input;

	if (named_count(collection) != renewal->base->kinds[ELEMENT_INPUT].count ||
		before->alternatives.count != 1) {
		renewal->reaches_further = true;
		return NULL;
	}
	input = population_create_parameter(
		&population, ELEMENT_INPUT, named_entry(collection, number), number);
	if (!string_equal(input->name, before->name) ||
		mentions_of_name(renewal->more, input->name)) {
		renewal->reaches_further = true;
		return NULL;
	}
	population_begin_list(&population, &input->alternatives, 1)[0] = input;
	input->position = before->position;
	((struct element **)graph->places.items)[input->position] = input;
	((struct element **)graph->all.items)[element_order(graph, input)] = input;
	renewal_add_made(renewal, input);
	return input;
}

static void connect_input(struct consumption *consumption, const struct element *input)
{
	struct renewal *renewal = consumption->renewal;
	struct element *now = element_now(renewal->graph, input);

	if (now && !element_is_renewed(renewal->graph, now))
		now = make_input(renewal, now);
	if (now)
		now->input.consumers =
			consumers_now(consumption, now, element_before(renewal->graph, now));
}

void renewal_connect(struct renewal *renewal)
{
	struct element_graph *graph = renewal->graph;
	struct consumption consumption = {.renewal = renewal};

	for (uint32_t i = 0; i < graph->renewed.count; i++)
		connect_node(&consumption, graph->renewed.items[i]);
	for (uint32_t i = 0; i < renewal->other_count; i++)
		if (renewal->others[i].made)
			connect_other(&consumption, renewal->others[i].made);
	for (size_t i = 0; i < renewal->gone_count; i++)
		if (renewal->gone[i]->kind == ELEMENT_PROPERTY)
			follow_consumed(&consumption, (struct elements){0},
				renewal->gone[i]->property.consumed);
	for (uint32_t i = 0; i < consumption.input_count && !renewal->reaches_further; i++)
		connect_input(&consumption, consumption.inputs[i]);
	memory_release(consumption.pairs);
	memory_release(consumption.inputs);
}
