#include "analyzer/variability/expressions/value_expression.h"

#include "analyzer/text/name_table.h"
#include "analyzer/variability/expressions/value_operators.h"
#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/values/value_text.h"

#include <assert.h>
#include <string.h>

/* Nested deeper, an expression is taken for a mistake rather than risking the stack. */
enum {
	EXPRESSION_DEPTH_LIMIT = 400,
	STATES = 64 /* that a context allocates at once */
};

/* A declared input or a named expression. */
struct value_definition {
	struct string name;
	struct node key;
	struct node value;
	bool is_input;
	bool is_converted;
	struct value body; /* of an expression; of an input, its default */
};

/* The names that values can have in a template, whatever the inputs are assigned. */
struct value_definitions {
	struct arena *arena;
	struct name_table inputs;
	struct name_table expressions;
	struct value_definition *items; /* of both tables */
	size_t count;
};

enum definition_progress {
	DEFINITION_FRESH,
	DEFINITION_RUNNING, /* demanded while it is being evaluated: a cycle */
	DEFINITION_DONE,
};

/* What a context knows about a definition. */
struct definition_state {
	enum definition_progress progress;
	uint32_t walk; /* the latest collection of inputs that came here */
	const struct value_result *result;
};

struct value_context {
	struct arena *arena;
	struct value_definitions *definitions;
	const struct variability_assignment *assignment;
	struct definition_state **states; /* in the order of the definitions, STATES at a time */

	struct value *conversions; /* of nodes evaluated as such, a hash table */
	size_t conversion_capacity;
	size_t conversion_count;

	struct evaluated_maps *evaluated; /* takes what is evaluated, NULL most of the time */
	int depth;
	uint32_t walk;
};

struct arena *value_context_arena(const struct value_context *context)
{
	return context->arena;
}

/* ---- names ---- */

static uint32_t mapping_count(struct node node)
{
	return node_kind(node) == NODE_MAPPING ? node_count(node) : 0;
}

static void add_definitions(struct value_definitions *definitions, struct name_table *table,
	struct node mapping, bool is_input)
{
	uint32_t entries = mapping_count(mapping);

	name_table_reserve(table, definitions->arena, entries);
	for (uint32_t i = 0; i < entries; i++) {
		struct node_entry entry = node_entry(mapping, i);
		struct value_definition *definition = &definitions->items[definitions->count];

		if (node_is_null(entry.value))
			continue; /* counts as not given */
		*definition = (struct value_definition){.name = node_text(entry.key),
			.key = entry.key,
			.value = entry.value,
			.is_input = is_input};
		name_table_add(table, definitions->arena, definition->name, definition);
		definitions->count++;
	}
}

struct value_definitions *value_definitions_create(struct arena *arena, struct node variability)
{
	struct value_definitions *definitions = arena_allocate(arena, 1, sizeof(*definitions));
	struct node inputs = node_get(variability, "inputs");
	struct node expressions = node_get(variability, "expressions");

	definitions->arena = arena;
	definitions->items =
		arena_allocate(arena, (size_t)mapping_count(inputs) + mapping_count(expressions),
			sizeof(*definitions->items));
	add_definitions(definitions, &definitions->inputs, inputs, true);
	add_definitions(definitions, &definitions->expressions, expressions, false);
	return definitions;
}

struct value_context *value_context_create_for(struct arena *arena,
	struct value_definitions *definitions, const struct variability_assignment *assignment)
{
	struct value_context *context = arena_allocate(arena, 1, sizeof(*context));

	context->arena = arena;
	context->definitions = definitions;
	context->assignment = assignment;
	context->states =
		arena_allocate(arena, definitions->count / STATES + 1, sizeof(*context->states));
	return context;
}

struct value_context *value_context_create(struct arena *arena, struct node variability,
	const struct variability_assignment *assignment)
{
	return value_context_create_for(
		arena, value_definitions_create(arena, variability), assignment);
}

static struct definition_state *state_of(
	struct value_context *context, const struct value_definition *definition)
{
	size_t number = (size_t)(definition - context->definitions->items);
	struct definition_state **states = &context->states[number / STATES];

	if (!*states)
		*states = arena_allocate(context->arena, STATES, sizeof(**states));
	return &(*states)[number % STATES];
}

/* ---- evaluation ---- */

/* What maps came to while an expression was evaluated. */
struct evaluated_map {
	const struct value_map *map;
	struct value result;
};

struct evaluated_maps {
	struct evaluated_map *items;
	size_t count;
	size_t capacity;
};

static void remember_result(
	struct value_context *context, const struct value_map *map, struct value result)
{
	struct evaluated_maps *evaluated = context->evaluated;

	evaluated->items = arena_reserve(context->arena, evaluated->items, evaluated->count,
		&evaluated->capacity, sizeof(*evaluated->items));
	evaluated->items[evaluated->count++] = (struct evaluated_map){map, result};
}

static const struct value *remembered_result(const void *opaque, const struct value_map *map)
{
	const struct evaluated_maps *evaluated = opaque;

	for (size_t i = 0; i < evaluated->count; i++)
		if (evaluated->items[i].map == map)
			return &evaluated->items[i].result;
	return NULL;
}

/* As the reference implementation prints an expression that it has evaluated: an operator
 * with its result. What is only written inside, such as the items of a list, has none.
 * Evaluating once more tells which are evaluated. */
static struct string pretty_evaluated(struct value_context *context, struct value value)
{
	struct evaluated_maps evaluated = {0};
	struct value_printer printer = {.buffer = {.arena = context->arena},
		.indentation = 4,
		.result_of = remembered_result,
		.context = &evaluated};

	context->evaluated = &evaluated;
	value_evaluate(context, value);
	context->evaluated = NULL;
	return value_print(&printer, value);
}

static struct value_result fail_unknown(struct value_context *context, struct value expression)
{
	struct string text = value_pretty(context->arena, expression);

	return value_failure(context, expression.node, "Unknown value expression \"%.*s\"",
		STRING_ARGUMENTS(text));
}

static struct value_result evaluate_map(struct value_context *context, struct value expression)
{
	enum operator_id chosen = OPERATOR_NONE;
	struct value argument = value_none();

	for (size_t i = 0; i < expression.map->count; i++) {
		const struct value_entry *entry = &expression.map->entries[i];
		enum operator_id op = entry->value.kind == VALUE_NONE
					      ? OPERATOR_NONE
					      : operator_called(entry->key, false);

		if (op < chosen) {
			chosen = op;
			argument = entry->value;
		}
	}
	return chosen == OPERATOR_NONE ? fail_unknown(context, expression)
				       : value_operator_of(chosen)(context, argument);
}

struct value_result value_evaluate(struct value_context *context, struct value expression)
{
	struct value_result result;

	switch (expression.kind) {
	case VALUE_NONE:
		return value_failure(context, expression.node, "Received undefined condition");
	case VALUE_BOOLEAN:
	case VALUE_NUMBER:
	case VALUE_STRING:
	case VALUE_LIST:
		return value_known(expression);
	case VALUE_DATE: /* an object to the reference implementation, but no operator */
		return fail_unknown(context, expression);
	case VALUE_MAP:
		break;
	}
	if (context->depth >= EXPRESSION_DEPTH_LIMIT)
		return value_failure(
			context, expression.node, "Value expression is nested too deeply");
	context->depth++;
	result = evaluate_map(context, expression);
	context->depth--;
	if (context->evaluated && result.outcome == VALUE_KNOWN)
		remember_result(context, expression.map, result.value);
	if (result.outcome != VALUE_KNOWN && node_is_absent(result.cause))
		result.cause = expression.node;
	return result;
}

static struct value *conversion_slot(const struct value_context *context, struct node node)
{
	uint64_t hash = ((uint64_t)node.reference.section << 32 | node.reference.index) *
			0x9e3779b97f4a7c15u;
	size_t place = (size_t)(hash >> 32) & (context->conversion_capacity - 1);

	while (context->conversions[place].node.tree &&
		!(context->conversions[place].node.tree == node.tree &&
			node_equal_place(context->conversions[place].node, node)))
		place = (place + 1) & (context->conversion_capacity - 1);
	return &context->conversions[place];
}

static struct value converted(struct value_context *context, struct node node)
{
	struct value *slot;

	if (2 * context->conversion_count >= context->conversion_capacity) {
		struct value *conversions = context->conversions;
		size_t capacity = context->conversion_capacity;

		context->conversion_capacity = capacity ? 4 * capacity : 16;
		context->conversions = arena_allocate(context->arena, context->conversion_capacity,
			sizeof(*context->conversions));
		for (size_t i = 0; i < capacity; i++)
			if (conversions[i].node.tree)
				*conversion_slot(context, conversions[i].node) = conversions[i];
	}
	slot = conversion_slot(context, node);
	if (!slot->node.tree) {
		*slot = value_from_node(context->arena, node);
		context->conversion_count++;
	}
	return *slot;
}

struct value_result value_evaluate_node(struct value_context *context, struct node expression)
{
	if (node_is_absent(expression))
		return value_evaluate(context, value_none());
	return value_evaluate(context, converted(context, expression));
}

struct value_result value_evaluate_condition(struct value_context *context, struct value expression)
{
	struct value_result result = value_evaluate(context, expression);
	struct string text;

	if (result.outcome != VALUE_KNOWN)
		return result;
	if (result.value.kind == VALUE_BOOLEAN)
		return value_known_boolean(result.value.boolean);
	if (result.value.kind == VALUE_STRING)
		return value_known_boolean(true);
	if (result.value.kind == VALUE_NUMBER)
		return value_known_boolean(result.value.number > 0);
	text = pretty_evaluated(context, expression);
	return value_failure(context, expression.node,
		"Unexpected value expression treated as logic \"%.*s\"", STRING_ARGUMENTS(text));
}

/* ---- variability inputs and named expressions ---- */

static struct value converted_body(
	struct value_definitions *definitions, struct value_definition *definition)
{
	struct node node = definition->value;

	if (definition->is_converted)
		return definition->body;
	if (definition->is_input) {
		node = node_get(definition->value, "default");
		if (node_is_null(node))
			node = node_get(definition->value, "default_expression");
	}
	definition->body = value_from_node(definitions->arena, node);
	definition->is_converted = true;
	return definition->body;
}

/* What a name is evaluated from. For an input: what is assigned, its default, its default
 * expression. */
static struct value body_of(struct value_context *context, struct value_definition *definition)
{
	const struct value *assigned = NULL;

	if (definition->is_input)
		assigned = variability_assignment_find(context->assignment, definition->name);
	return assigned ? *assigned : converted_body(context->definitions, definition);
}

static struct value_result evaluate_definition(
	struct value_context *context, struct value_definition *definition, struct value body)
{
	struct definition_state *state = state_of(context, definition);
	struct value_result *result;

	if (state->progress == DEFINITION_DONE)
		return *state->result;
	if (state->progress == DEFINITION_RUNNING)
		return value_failure(context, definition->key, "%s \"%.*s\" depends on itself",
			definition->is_input ? "Variability input" : "Value expression",
			STRING_ARGUMENTS(definition->name));
	state->progress = DEFINITION_RUNNING;
	result = arena_allocate(context->arena, 1, sizeof(*result));
	*result = value_evaluate(context, body);
	state->result = result;
	state->progress = DEFINITION_DONE;
	return *result;
}

struct value_result value_of_input(struct value_context *context, struct string name)
{
	struct value_definition *input = name_table_find(&context->definitions->inputs, name);
	struct value_result failure;
	struct value body;

	if (!input)
		return value_failure(context, (struct node){0},
			"Variability input \"%.*s\" is not defined", STRING_ARGUMENTS(name));
	body = body_of(context, input);
	if (body.kind != VALUE_NONE)
		return evaluate_definition(context, input, body);
	failure = value_failure(context, (struct node){0},
		"Variability input \"%.*s\" has no value nor default (expression) assigned",
		STRING_ARGUMENTS(name));
	failure.outcome = VALUE_OPEN;
	failure.input = name;
	return failure;
}

struct value_result evaluate_variability_input(struct value_context *context, struct value argument)
{
	struct value_result result = value_of_input(context, value_text(context->arena, argument));

	if (result.outcome != VALUE_KNOWN && node_is_absent(result.cause))
		result.cause = argument.node;
	return result;
}

struct value_result evaluate_value_expression(struct value_context *context, struct value argument)
{
	struct string name = value_text(context->arena, argument);
	struct value_definition *expression =
		name_table_find(&context->definitions->expressions, name);

	if (!expression)
		return value_failure(context, argument.node,
			"Did not find value expression \"%.*s\"", STRING_ARGUMENTS(name));
	return evaluate_definition(context, expression, body_of(context, expression));
}

/* ---- demanded inputs ---- */

static void add_name(
	struct value_context *context, struct string name, struct variability_input_names *inputs)
{
	for (size_t i = 0; i < inputs->count; i++)
		if (string_equal(inputs->names[i], name))
			return;
	inputs->names = arena_reserve(context->arena, inputs->names, inputs->count,
		&inputs->capacity, sizeof(*inputs->names));
	inputs->names[inputs->count++] = name;
}

static void collect(struct value_context *context, struct value value,
	struct variability_input_names *inputs, int depth);

static void collect_definition(struct value_context *context, struct value_definition *definition,
	struct variability_input_names *inputs, int depth)
{
	struct definition_state *state = state_of(context, definition);

	if (state->walk == context->walk)
		return;
	state->walk = context->walk;
	collect(context, body_of(context, definition), inputs, depth + 1);
}

static void collect_entry(struct value_context *context, const struct value_entry *entry,
	struct variability_input_names *inputs, int depth)
{
	enum operator_id op = operator_called(entry->key, false);
	struct value_definition *definition = NULL;
	struct string name;

	if (op == OPERATOR_VARIABILITY_INPUT) {
		name = value_text(context->arena, entry->value);
		add_name(context, name, inputs);
		definition = name_table_find(&context->definitions->inputs, name);
	} else if (op == OPERATOR_VALUE_EXPRESSION) {
		name = value_text(context->arena, entry->value);
		definition = name_table_find(&context->definitions->expressions, name);
	} else {
		collect(context, entry->value, inputs, depth + 1);
	}
	if (definition)
		collect_definition(context, definition, inputs, depth);
}

static void collect(struct value_context *context, struct value value,
	struct variability_input_names *inputs, int depth)
{
	if (depth > EXPRESSION_DEPTH_LIMIT)
		return;
	if (value.kind == VALUE_LIST)
		for (size_t i = 0; i < value.list->count; i++)
			collect(context, value.list->items[i], inputs, depth + 1);
	else if (value.kind == VALUE_MAP)
		for (size_t i = 0; i < value.map->count; i++)
			collect_entry(context, &value.map->entries[i], inputs, depth);
}

void value_collect_inputs(struct value_context *context, struct value expression,
	struct variability_input_names *inputs)
{
	context->walk++;
	collect(context, expression, inputs, 0);
}
