/* What a property refers to (it consumes inputs and elements) and what an output refers to
 * (a node produces it); Variability4TOSCA, operators is_consumed and is_produced. */
#include "analyzer/variability/elements/element_graph.h"

#include "analyzer/variability/values/value.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

struct connection {
	struct element_graph *graph;
	/* Pairs of input and consumer, in order of the properties. */
	struct element **pairs;
	size_t count;
	size_t capacity;
};

static struct problem *add_problem(struct connection *connection, enum diagnostic_code code,
	struct node place, struct string text)
{
	return problems_add(connection->graph->problems, PHASE_POPULATE, code, place, "%.*s",
		STRING_ARGUMENTS(text));
}

static struct string json(struct connection *connection, struct node node)
{
	struct arena *arena = connection->graph->arena;

	return value_json(arena, value_from_node(arena, node));
}

/* ---- what is named ---- */

static struct element *find_input(
	struct connection *connection, const struct element *property, struct node which)
{
	struct element_graph *graph = connection->graph;
	struct elements inputs = graph->kinds[ELEMENT_INPUT];
	double number = node_number(which);
	struct element *input = NULL;

	if (!isnan(number)) {
		graph->counts_inputs = true;
		if (number >= 0 && number < inputs.count && floor(number) == number)
			return inputs.items[(uint32_t)number];
	} else if (node_is_string(which)) {
		element_graph_mention(graph, node_text(which), property, MENTION_OF_NAME);
		input = element_graph_find_other(graph, ELEMENT_INPUT, node_text(which));
	} else {
		add_problem(connection, DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, which,
			arena_format(graph->arena,
				"Element \"%.*s\" is neither a string nor a number",
				STRING_ARGUMENTS(json(connection, which))));
		return NULL;
	}
	if (input && input->alternatives.count == 1)
		return input;
	add_problem(connection,
		input ? DIAGNOSTIC_CODE_AMBIGUOUS_REFERENCE : DIAGNOSTIC_CODE_UNKNOWN_INPUT, which,
		arena_format(graph->arena, "Input \"%.*s\" %s",
			STRING_ARGUMENTS(
				value_text(graph->arena, value_from_node(graph->arena, which))),
			input ? "is ambiguous" : "not found"));
	return input;
}

/* What depends on its content depends on what stands there now. */
static struct element *target_of(struct connection *connection, const struct element *relation)
{
	struct element *target = relation->relation.target;

	return target ? element_graph_node(
				connection->graph, target->name, relation, MENTION_OF_CONTENT)
		      : NULL;
}

/* A keyword relative to the container of the property. Stores true in `*is_keyword` if it is one.
 */
static struct element *find_keyword(struct connection *connection, struct element *context,
	struct string name, struct node place, bool *is_keyword)
{
	struct arena *arena = connection->graph->arena;
	struct string title = {0};

	*is_keyword = true;
	if (string_is(name, "SELF"))
		return context;
	if (string_is(name, "CONTAINER")) {
		if (context->container)
			return context->container;
		title = element_title(context, arena);
		add_problem(connection, DIAGNOSTIC_CODE_WRONG_CONTEXT, place,
			arena_format(arena, "%.*s has no container", STRING_ARGUMENTS(title)));
		return NULL;
	}
	if (string_is(name, "SOURCE") || string_is(name, "TARGET")) {
		if (context->kind == ELEMENT_RELATION)
			return string_is(name, "SOURCE") ? context->container
							 : target_of(connection, context);
		title = element_title(context, arena);
		add_problem(connection, DIAGNOSTIC_CODE_WRONG_CONTEXT, place,
			arena_format(arena, "%.*s is not a relation", STRING_ARGUMENTS(title)));
		return NULL;
	}
	*is_keyword = false;
	return NULL;
}

/* A node, group or policy. */
static struct element *find_container(struct connection *connection, struct element *context,
	struct string name, struct node place)
{
	struct element_graph *graph = connection->graph;
	bool is_keyword;
	struct element *found = find_keyword(connection, context, name, place, &is_keyword);
	bool is_cleaned;

	if (is_keyword)
		return found;
	found = element_graph_node(graph, name, context, MENTION_OF_NAME);
	if (!found)
		found = element_graph_find_other(graph, ELEMENT_GROUP, name);
	if (!found)
		found = element_graph_find_other(graph, ELEMENT_POLICY, name);
	is_cleaned = found && element_is_cleaned(found);
	if (found && !is_cleaned)
		return found;

	struct string display = element_display(context, graph->arena);

	problems_add(graph->problems, is_cleaned ? PHASE_POPULATE_CLEANED : PHASE_POPULATE,
		DIAGNOSTIC_CODE_UNKNOWN_REFERENCE, place,
		"Could not get element \"%.*s\" from context element \"%.*s\" and context cached "
		"\"undefined\"",
		STRING_ARGUMENTS(name), STRING_ARGUMENTS(display));
	return found;
}

/* ---- properties ---- */

struct consumed {
	struct element **items;
	uint32_t count;
	uint32_t capacity;
};

static void consume(
	struct connection *connection, struct consumed *consumed, struct element *element)
{
	if (!element)
		return;
	if (consumed->count == consumed->capacity) {
		uint32_t capacity = consumed->capacity ? 2 * consumed->capacity : 1;
		struct element **items = arena_allocate(
			connection->graph->arena, capacity, sizeof(struct element *));

		if (consumed->count)
			memcpy(items, consumed->items, consumed->count * sizeof(*items));
		consumed->items = items;
		consumed->capacity = capacity;
	}
	consumed->items[consumed->count++] = element;
}

static bool check_strings(struct connection *connection, struct node list)
{
	struct arena *arena = connection->graph->arena;

	if (node_kind(list) != NODE_SEQUENCE) {
		add_problem(connection, DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, list,
			arena_format(arena, "Element \"%.*s\" is not an array",
				STRING_ARGUMENTS(json(connection, list))));
		return false;
	}
	for (uint32_t i = 0; i < node_count(list); i++) {
		struct node item = node_item(list, i);

		if (!node_is_string(item)) {
			add_problem(connection, DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, item,
				arena_format(arena, "Element \"%.*s\" is not a string",
					STRING_ARGUMENTS(json(connection, item))));
			return false;
		}
	}
	return true;
}

/* [n, x, p]: the targets of all relations x of node n; if there are none, its artifacts x. */
static void consume_through(struct connection *connection, struct element *property,
	struct node list, struct consumed *consumed)
{
	struct element_graph *graph = connection->graph;
	struct node place = node_item(list, 0);
	struct string name = node_text(place), via = node_text(node_item(list, 1));
	bool is_keyword;
	struct element *node =
		find_keyword(connection, property->container, name, place, &is_keyword);
	uint32_t before = consumed->count;

	if (!is_keyword)
		node = element_graph_node(graph, name, property, MENTION_OF_CONTENT);
	if (!node) {
		if (!is_keyword)
			add_problem(connection, DIAGNOSTIC_CODE_UNKNOWN_NODE, place,
				arena_format(graph->arena, "Node \"%.*s\" not found",
					STRING_ARGUMENTS(name)));
		return;
	}
	if (node->kind != ELEMENT_NODE) {
		struct string title = element_title(node, graph->arena);

		add_problem(connection, DIAGNOSTIC_CODE_WRONG_CONTEXT, place,
			arena_format(graph->arena, "%.*s is not a node", STRING_ARGUMENTS(title)));
		return;
	}
	for (uint32_t i = 0; i < node->node.relations.count; i++) {
		struct element *relation = node->node.relations.items[i];

		if (string_equal(relation->name, via))
			consume(connection, consumed, relation->relation.target);
	}
	for (uint32_t i = 0; consumed->count == before && i < node->node.artifacts.count; i++) {
		struct element *artifact = node->node.artifacts.items[i];

		if (!string_equal(artifact->name, via))
			continue;
		for (uint32_t j = i; j < node->node.artifacts.count; j++)
			if (string_equal(node->node.artifacts.items[j]->name, via))
				consume(connection, consumed, node->node.artifacts.items[j]);
		return;
	}
	if (consumed->count == before) {
		struct string display = element_display(property, graph->arena);

		add_problem(connection, DIAGNOSTIC_CODE_UNKNOWN_REFERENCE, list,
			arena_format(graph->arena,
				"Reference \"[object Object]\" at property %.*s did not find any "
				"relation or artifact.",
				STRING_ARGUMENTS(display)));
	}
}

static void consume_reference(struct connection *connection, struct element *property,
	struct node list, struct consumed *consumed)
{
	if (!check_strings(connection, list))
		return;
	if (node_count(list) == 2)
		consume(connection, consumed,
			find_container(connection, property->container,
				node_text(node_item(list, 0)), node_item(list, 0)));
	else if (node_count(list) == 3)
		consume_through(connection, property, list, consumed);
}

/* The part in front of the only "::"; empty if there is none, or more than one. */
static struct string before_separator(struct string text)
{
	struct string name = {0};

	for (size_t i = 0; i + 1 < text.length; i++) {
		if (text.bytes[i] != ':' || text.bytes[i + 1] != ':')
			continue;
		if (name.bytes)
			return (struct string){0};
		name = string_slice(text, 0, i);
		i++;
	}
	return name;
}

/* The keys of a value that refers to something; absent if the value has no such key. */
struct reference_keys {
	struct node get_input;
	struct node get_property;
	struct node get_attribute;
	struct node eval;
};

/* TOSCA 2.0 marks functions; with a list, it leads into the value of the input. */
static bool is_input_of_2_0(struct string key, struct node argument)
{
	return string_is(key, "$get_input") && node_kind(argument) == NODE_SCALAR;
}

static bool read_reference_keys(struct node value, struct reference_keys *keys)
{
	uint32_t count = node_kind(value) == NODE_MAPPING ? node_count(value) : 0;

	*keys = (struct reference_keys){0};
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(value, i);
		struct string key = node_text(entry.key);

		if (node_is_null(entry.value))
			continue;
		if (string_is(key, "get_input") || is_input_of_2_0(key, entry.value))
			keys->get_input = entry.value;
		else if (string_is(key, "get_property"))
			keys->get_property = entry.value;
		else if (string_is(key, "get_attribute"))
			keys->get_attribute = entry.value;
		else if (string_is(key, "eval"))
			keys->eval = entry.value;
	}
	return count > 0;
}

static void connect_property(struct connection *connection, struct element *property)
{
	struct consumed consumed = {0};
	struct reference_keys keys;
	struct element *container = property->container;

	problems_read(connection->graph->problems, READING_CONSUMED, property);
	if (!read_reference_keys(property->property.content, &keys))
		return;
	if (!node_is_absent(keys.get_input)) {
		struct element *input = find_input(connection, property, keys.get_input);

		consume(connection, &consumed, input);
		/* Properties of variability groups are gone when consumers matter. */
		if (input && !connection->graph->base && !element_is_cleaned(container)) {
			connection->pairs = memory_reserve(connection->pairs, connection->count,
				&connection->capacity, sizeof(*connection->pairs));
			connection->pairs[connection->count++] = input;
			connection->pairs = memory_reserve(connection->pairs, connection->count,
				&connection->capacity, sizeof(*connection->pairs));
			connection->pairs[connection->count++] = property;
			input->input.consumers.count++;
		}
	}
	if (!node_is_absent(keys.get_property))
		consume_reference(connection, property, keys.get_property, &consumed);
	if (!node_is_absent(keys.get_attribute))
		consume_reference(connection, property, keys.get_attribute, &consumed);
	if (node_is_string(keys.eval)) {
		struct string name = before_separator(node_text(keys.eval));

		if (name.bytes)
			consume(connection, &consumed,
				find_container(connection, container, name, keys.eval));
	}
	property->property.consumed = (struct elements){consumed.items, consumed.count};
}

static void list_consumers(struct connection *connection)
{
	struct elements inputs = connection->graph->kinds[ELEMENT_INPUT];

	for (uint32_t i = 0; i < inputs.count; i++) {
		struct elements *consumers = &inputs.items[i]->input.consumers;

		consumers->items = arena_allocate(
			connection->graph->arena, consumers->count, sizeof(struct element *));
		consumers->count = 0;
	}
	for (size_t i = 0; i < connection->count; i += 2) {
		struct elements *consumers = &connection->pairs[i]->input.consumers;

		((struct element **)consumers->items)[consumers->count++] =
			connection->pairs[i + 1];
	}
}

/* ---- outputs ---- */

/* Unfurl's notation: {{ '::node::property' | eval }}, in either kind of quotes. The name of the
 * node reaches up to the last separator. */
static struct string name_in_template(struct string text)
{
	const struct string opens[] = {STRING("{{ '::"), STRING("{{ \"::")};
	const struct string closes[] = {STRING("' | eval }}"), STRING("\" | eval }}")};

	for (int quote = 0; quote < 2; quote++) {
		size_t start = string_find(text, 0, opens[quote]);
		size_t end = string_find(text, start, closes[quote]);

		if (end == text.length)
			continue;
		start += opens[quote].length;
		for (size_t i = end; i > start + 1; i--)
			if (text.bytes[i - 1] == ':' && text.bytes[i - 2] == ':')
				return string_slice(text, start, i - 2);
	}
	return (struct string){0};
}

static struct string producer_of_reference(
	struct connection *connection, struct node list, struct node *place)
{
	*place = node_item(list, 0);
	if (!check_strings(connection, list))
		return (struct string){0};
	if (node_count(list) == 2)
		return node_text(node_item(list, 0));
	if (node_count(list) == 3)
		add_problem(connection, DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, list,
			STRING("Not implemented"))
			->advice = STRING("where variability is resolved, an output names a node "
					  "and its property or attribute, nothing between");
	return (struct string){0};
}

static void connect_output(struct connection *connection, struct element *output)
{
	struct element_graph *graph = connection->graph;
	struct node value = node_get(output->value, "value"), place = value;
	struct reference_keys keys;
	struct string name = {0};

	read_reference_keys(value, &keys);
	if (node_is_null(value)) {
		add_problem(connection, DIAGNOSTIC_CODE_MALFORMED_TEMPLATE, output->key,
			STRING("Unexpected error"))
			->advice = STRING("an output needs a value");
		return;
	}
	if (!node_is_absent(keys.get_property))
		name = producer_of_reference(connection, keys.get_property, &place);
	else if (!node_is_absent(keys.get_attribute))
		name = producer_of_reference(connection, keys.get_attribute, &place);
	else if (node_is_string(keys.eval))
		name = before_separator(node_text(keys.eval));
	else if (node_is_string(value))
		name = name_in_template(node_text(value));
	if (!name.bytes)
		return;

	struct element *node = element_graph_node(graph, name, output, MENTION_OF_NAME);
	struct element **items = arena_allocate(graph->arena, 1, sizeof(*items));

	if (!node) {
		add_problem(connection, DIAGNOSTIC_CODE_UNKNOWN_NODE, place,
			arena_format(
				graph->arena, "Node \"%.*s\" not found", STRING_ARGUMENTS(name)));
		return;
	}
	items[0] = node;
	output->output.producers = (struct elements){items, 1};
}

void element_graph_connect_property(struct element_graph *graph, struct element *property)
{
	struct connection connection = {.graph = graph};

	connect_property(&connection, property);
}

void element_graph_connect_output(struct element_graph *graph, struct element *output)
{
	struct connection connection = {.graph = graph};

	problems_read(graph->problems, READING_PRODUCED, output);
	connect_output(&connection, output);
}

void element_graph_connect(struct element_graph *graph)
{
	struct connection connection = {.graph = graph};
	struct elements properties = graph->kinds[ELEMENT_PROPERTY];
	struct elements outputs = graph->kinds[ELEMENT_OUTPUT];

	for (uint32_t i = 0; i < properties.count; i++)
		connect_property(&connection, properties.items[i]);
	list_consumers(&connection);
	for (uint32_t i = 0; i < outputs.count; i++)
		element_graph_connect_output(graph, outputs.items[i]);
	memory_release(connection.pairs);
}
