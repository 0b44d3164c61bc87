#include "analyzer/variability/value_expression.h"

#include "analyzer/variability/name_table.h"
#include "analyzer/variability/value_operators.h"
#include "analyzer/variability/value_text.h"
#include "analyzer/variability/variability_inputs.h"

#include <assert.h>
#include <string.h>

/* Nested deeper, an expression is taken for a mistake rather than risking the stack. */
enum {
	EXPRESSION_DEPTH_LIMIT = 400
};

enum definition_state {
	DEFINITION_FRESH,
	DEFINITION_RUNNING, /* demanded while it is being evaluated: a cycle */
	DEFINITION_DONE,
};

/* A declared input or a named expression. */
struct definition {
	struct string name;
	struct node key;
	struct node value;
	enum definition_state state;
	uint32_t walk; /* the latest collection of inputs that came here */
	bool converted;
	struct value body; /* of an expression; what an input is evaluated from */
	struct value_result result;
};

struct memo {
	const struct value_map *map; /* NULL: free */
	struct value_result result;
};

struct value_context {
	struct arena *arena;
	const struct variability_assignment *assignment;
	struct name_table inputs;
	struct name_table expressions;

	struct memo *memos; /* results of operators, a hash table */
	size_t memo_capacity;
	size_t memo_count;

	struct value *conversions; /* of nodes evaluated as such, a hash table */
	size_t conversion_capacity;
	size_t conversion_count;

	int depth;
	uint32_t walk;
};

struct arena *value_context_arena(const struct value_context *context)
{
	return context->arena;
}

/* ---- names ---- */

static void add_definitions(
	struct value_context *context, struct name_table *table, struct node mapping)
{
	uint32_t entries = node_kind(mapping) == NODE_MAPPING ? node_count(mapping) : 0;
	struct definition *definitions =
		arena_allocate(context->arena, entries, sizeof(*definitions));

	for (uint32_t i = 0; i < entries; i++) {
		struct node_entry entry = node_entry(mapping, i);

		if (node_is_null(entry.value))
			continue; /* counts as not given */
		definitions[i].name = node_text(entry.key);
		definitions[i].key = entry.key;
		definitions[i].value = entry.value;
		name_table_add(table, context->arena, definitions[i].name, &definitions[i]);
	}
}

struct value_context *value_context_create(struct arena *arena, struct node variability,
	const struct variability_assignment *assignment)
{
	struct value_context *context = arena_allocate(arena, 1, sizeof(*context));

	context->arena = arena;
	context->assignment = assignment;
	add_definitions(context, &context->inputs, node_get(variability, "inputs"));
	add_definitions(context, &context->expressions, node_get(variability, "expressions"));
	return context;
}

/* ---- remembered results ---- */

static size_t pointer_hash(const void *pointer)
{
	uint64_t hash = (uint64_t)(uintptr_t)pointer * 0x9e3779b97f4a7c15u;

	return (size_t)(hash >> 32);
}

static struct memo *memo_slot(const struct value_context *context, const struct value_map *map)
{
	size_t place = pointer_hash(map) & (context->memo_capacity - 1);

	while (context->memos[place].map && context->memos[place].map != map)
		place = (place + 1) & (context->memo_capacity - 1);
	return &context->memos[place];
}

static const struct memo *memo_find(
	const struct value_context *context, const struct value_map *map)
{
	const struct memo *memo;

	if (context->memo_count == 0)
		return NULL;
	memo = memo_slot(context, map);
	return memo->map ? memo : NULL;
}

static void memo_add(
	struct value_context *context, const struct value_map *map, struct value_result result)
{
	if (2 * context->memo_count >= context->memo_capacity) {
		struct memo *memos = context->memos;
		size_t capacity = context->memo_capacity;

		context->memo_capacity = capacity ? 4 * capacity : 16;
		context->memos = arena_allocate(
			context->arena, context->memo_capacity, sizeof(*context->memos));
		for (size_t i = 0; i < capacity; i++) {
			if (memos[i].map)
				*memo_slot(context, memos[i].map) = memos[i];
		}
	}
	*memo_slot(context, map) = (struct memo){.map = map, .result = result};
	context->memo_count++;
}

/* ---- evaluation ---- */

static const struct value *cached_result(const void *opaque, const struct value_map *map)
{
	const struct memo *memo = memo_find(opaque, map);

	return memo && memo->result.outcome == VALUE_KNOWN ? &memo->result.value : NULL;
}

static struct string pretty(struct value_context *context, struct value value)
{
	struct value_printer printer = {.buffer = {.arena = context->arena},
		.indentation = 4,
		.result_of = cached_result,
		.context = context};

	return value_print(&printer, value);
}

static struct value_result evaluate_map(struct value_context *context, struct value expression)
{
	const struct value_operator *chosen = NULL;
	struct value argument = value_none();
	struct string text;

	for (size_t i = 0; i < expression.map->count; i++) {
		const struct value_entry *entry = &expression.map->entries[i];
		const struct value_operator *candidate;

		if (entry->value.kind == VALUE_NONE)
			continue;
		candidate = value_operator_find(entry->key);
		if (candidate && (!chosen || candidate->order < chosen->order)) {
			chosen = candidate;
			argument = entry->value;
		}
	}
	if (chosen)
		return chosen->evaluate(context, argument);
	text = pretty(context, expression);
	return value_failure(context, expression.node, "Unknown value expression \"%.*s\"",
		STRING_ARGUMENTS(text));
}

struct value_result value_evaluate(struct value_context *context, struct value expression)
{
	const struct memo *memo;
	struct value_result result;
	struct string text;

	switch (expression.kind) {
	case VALUE_NONE:
		return value_failure(context, expression.node, "Received undefined condition");
	case VALUE_BOOLEAN:
	case VALUE_NUMBER:
	case VALUE_STRING:
	case VALUE_LIST:
		return value_known(expression);
	case VALUE_DATE: /* an object to the reference implementation, but no operator */
		text = pretty(context, expression);
		return value_failure(context, expression.node, "Unknown value expression \"%.*s\"",
			STRING_ARGUMENTS(text));
	case VALUE_MAP:
		break;
	}
	memo = memo_find(context, expression.map);
	if (memo)
		return memo->result;
	if (context->depth >= EXPRESSION_DEPTH_LIMIT)
		return value_failure(
			context, expression.node, "Value expression is nested too deeply");
	context->depth++;
	result = evaluate_map(context, expression);
	context->depth--;
	if (result.outcome != VALUE_KNOWN && node_is_absent(result.cause))
		result.cause = expression.node;
	if (context->depth == 0 || result.outcome == VALUE_KNOWN)
		memo_add(context, expression.map, result);
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
		for (size_t i = 0; i < capacity; i++) {
			if (conversions[i].node.tree)
				*conversion_slot(context, conversions[i].node) = conversions[i];
		}
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
	text = pretty(context, expression);
	return value_failure(context, expression.node,
		"Unexpected value expression treated as logic \"%.*s\"", STRING_ARGUMENTS(text));
}

/* ---- variability inputs and named expressions ---- */

/* What the value of a declared input is evaluated from: what is assigned, its default, its
 * default expression. */
static struct value input_body(struct value_context *context, struct definition *input)
{
	const struct value *assigned =
		variability_assignment_find(context->assignment, input->name);
	struct node declared;

	if (assigned)
		return *assigned;
	if (input->converted)
		return input->body;
	declared = node_get(input->value, "default");
	if (node_is_null(declared))
		declared = node_get(input->value, "default_expression");
	input->body = value_from_node(context->arena, declared);
	input->converted = true;
	return input->body;
}

static struct value expression_body(struct value_context *context, struct definition *expression)
{
	if (!expression->converted) {
		expression->body = value_from_node(context->arena, expression->value);
		expression->converted = true;
	}
	return expression->body;
}

static struct value_result evaluate_definition(struct value_context *context,
	struct definition *definition, struct value body, const char *what)
{
	if (definition->state == DEFINITION_DONE)
		return definition->result;
	if (definition->state == DEFINITION_RUNNING)
		return value_failure(context, definition->key, "%s \"%.*s\" depends on itself",
			what, STRING_ARGUMENTS(definition->name));
	definition->state = DEFINITION_RUNNING;
	definition->result = value_evaluate(context, body);
	definition->state = DEFINITION_DONE;
	return definition->result;
}

struct value_result value_of_input(struct value_context *context, struct string name)
{
	struct definition *input = name_table_find(&context->inputs, name);
	struct value_result failure;
	struct value body;

	if (!input)
		return value_failure(context, (struct node){0},
			"Variability input \"%.*s\" is not defined", STRING_ARGUMENTS(name));
	body = input_body(context, input);
	if (body.kind != VALUE_NONE)
		return evaluate_definition(context, input, body, "Variability input");
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
	struct definition *expression = name_table_find(&context->expressions, name);

	if (!expression)
		return value_failure(context, argument.node,
			"Did not find value expression \"%.*s\"", STRING_ARGUMENTS(name));
	return evaluate_definition(
		context, expression, expression_body(context, expression), "Value expression");
}

/* ---- demanded inputs ---- */

static void add_name(
	struct value_context *context, struct string name, struct variability_input_names *inputs)
{
	for (size_t i = 0; i < inputs->count; i++) {
		if (string_equal(inputs->names[i], name))
			return;
	}
	inputs->names = arena_reserve(context->arena, inputs->names, inputs->count,
		&inputs->capacity, sizeof(*inputs->names));
	inputs->names[inputs->count++] = name;
}

static void collect(struct value_context *context, struct value value,
	struct variability_input_names *inputs, int depth);

static void collect_definition(struct value_context *context, struct definition *definition,
	struct value body, struct variability_input_names *inputs, int depth)
{
	if (definition->walk == context->walk)
		return;
	definition->walk = context->walk;
	collect(context, body, inputs, depth + 1);
}

static void collect_entry(struct value_context *context, const struct value_entry *entry,
	struct variability_input_names *inputs, int depth)
{
	const struct value_operator *candidate = value_operator_find(entry->key);
	struct definition *definition = NULL;
	struct string name;

	if (candidate && candidate->evaluate == evaluate_variability_input) {
		name = value_text(context->arena, entry->value);
		add_name(context, name, inputs);
		definition = name_table_find(&context->inputs, name);
		if (definition)
			collect_definition(context, definition, input_body(context, definition),
				inputs, depth);
	} else if (candidate && candidate->evaluate == evaluate_value_expression) {
		name = value_text(context->arena, entry->value);
		definition = name_table_find(&context->expressions, name);
		if (definition)
			collect_definition(context, definition,
				expression_body(context, definition), inputs, depth);
	} else {
		collect(context, entry->value, inputs, depth + 1);
	}
}

static void collect(struct value_context *context, struct value value,
	struct variability_input_names *inputs, int depth)
{
	if (depth > EXPRESSION_DEPTH_LIMIT)
		return;
	if (value.kind == VALUE_LIST) {
		for (size_t i = 0; i < value.list->count; i++)
			collect(context, value.list->items[i], inputs, depth + 1);
	} else if (value.kind == VALUE_MAP) {
		for (size_t i = 0; i < value.map->count; i++)
			collect_entry(context, &value.map->entries[i], inputs, depth);
	}
}

void value_collect_inputs(struct value_context *context, struct value expression,
	struct variability_input_names *inputs)
{
	context->walk++;
	collect(context, expression, inputs, 0);
}
