#include "analyzer/model/values/function_value.h"

#include <math.h>

struct evaluation {
	const struct function_scope *scope;
	unsigned depth;
	struct effort {
		unsigned steps; /* taken so far, by all parts of the evaluation */
		enum function_value_bound bound;
	} * effort;
};

static const struct function_value unknown = {.kind = FUNCTION_VALUE_UNKNOWN};

static struct function_value evaluate(const struct evaluation *evaluation, struct node node);

/* ---- arguments ---- */

/* A single argument may be written without a list. */
static struct node argument(struct node arguments, uint32_t position)
{
	if (node_kind(arguments) == NODE_SEQUENCE)
		return node_item(arguments, position);
	return position == 0 ? arguments : (struct node){0};
}

static uint32_t argument_count(struct node arguments)
{
	return node_kind(arguments) == NODE_SEQUENCE ? node_count(arguments) : 1;
}

static double number_at(
	const struct evaluation *evaluation, struct node arguments, uint32_t position)
{
	struct function_value value = evaluate(evaluation, argument(arguments, position));
	return value.kind == FUNCTION_VALUE_NUMBER ? value.number : NAN;
}

static struct function_value known_number(double number)
{
	return isfinite(number) ? function_value_of_number(number) : unknown;
}

/* ---- arithmetic ---- */

static struct function_value sum(const struct evaluation *evaluation, struct node arguments)
{
	double result = 0;
	for (uint32_t i = 0; i < argument_count(arguments); i++)
		result += number_at(evaluation, arguments, i);
	return known_number(result);
}

static struct function_value product(const struct evaluation *evaluation, struct node arguments)
{
	double result = 1;
	for (uint32_t i = 0; i < argument_count(arguments); i++)
		result *= number_at(evaluation, arguments, i);
	return known_number(result);
}

static struct function_value difference(const struct evaluation *evaluation, struct node arguments)
{
	return known_number(
		number_at(evaluation, arguments, 0) - number_at(evaluation, arguments, 1));
}

static struct function_value quotient(const struct evaluation *evaluation, struct node arguments)
{
	return known_number(
		number_at(evaluation, arguments, 0) / number_at(evaluation, arguments, 1));
}

static struct function_value remainder_of(
	const struct evaluation *evaluation, struct node arguments)
{
	double dividend = number_at(evaluation, arguments, 0);
	double divisor = number_at(evaluation, arguments, 1);
	/* The text does not say of which sign a remainder is. */
	return dividend >= 0 && divisor > 0 ? known_number(fmod(dividend, divisor)) : unknown;
}

/* "Equal value distance is rounded down." */
static struct function_value round_down_halves(
	const struct evaluation *evaluation, struct node arguments)
{
	return known_number(ceil(number_at(evaluation, arguments, 0) - 0.5));
}

static struct function_value floor_of(const struct evaluation *evaluation, struct node arguments)
{
	return known_number(floor(number_at(evaluation, arguments, 0)));
}

static struct function_value ceil_of(const struct evaluation *evaluation, struct node arguments)
{
	return known_number(ceil(number_at(evaluation, arguments, 0)));
}

/* ---- lists, maps and strings ---- */

static struct function_value length(const struct evaluation *evaluation, struct node arguments)
{
	/* A list that is not wrapped in the list of arguments cannot be told from it. */
	struct function_value value = argument_count(arguments) == 1
					      ? evaluate(evaluation, argument(arguments, 0))
					      : unknown;
	if (value.kind == FUNCTION_VALUE_STRING)
		return known_number(position_count_units(value.string, POSITION_UTF32));
	return value.kind == FUNCTION_VALUE_NODE ? known_number(node_count(value.node)) : unknown;
}

/* ---- inputs and properties ---- */

/* What the scope answered, evaluated if it is written somewhere. */
static struct function_value settle(
	const struct evaluation *evaluation, struct function_value value)
{
	return value.kind == FUNCTION_VALUE_NODE ? evaluate(evaluation, value.node) : value;
}

static struct function_value step(
	const struct evaluation *evaluation, struct node container, struct node where)
{
	struct function_value key = evaluate(evaluation, where);
	struct node part = {0};
	if (key.kind == FUNCTION_VALUE_STRING)
		part = node_find(container, key.string).value;
	else if (key.kind == FUNCTION_VALUE_NUMBER && node_kind(container) == NODE_SEQUENCE &&
		 key.number >= 0 && key.number < node_count(container))
		part = node_item(container, (uint32_t)key.number);
	return evaluate(evaluation, part);
}

/* Names and indices from `position` on lead to a part of `value`. */
static struct function_value part_of(const struct evaluation *evaluation,
	struct function_value value, struct node arguments, uint32_t position)
{
	for (; position < argument_count(arguments); position++) {
		if (value.kind != FUNCTION_VALUE_NODE)
			return unknown;
		value = step(evaluation, value.node, argument(arguments, position));
	}
	return value;
}

static struct function_value get_input(const struct evaluation *evaluation, struct node arguments)
{
	const struct function_scope *scope = evaluation->scope;
	struct node name = argument(arguments, 0);
	if (!node_is_string(name) || !scope->input)
		return unknown;
	struct function_value value =
		settle(evaluation, scope->input(scope->context, node_text(name)));
	return part_of(evaluation, value, arguments, 1);
}

/* Properties of node templates and their capabilities; paths that follow relationships lead to
 * nodes that are chosen at deployment. */
static struct function_value get_property(
	const struct evaluation *evaluation, struct node arguments)
{
	const struct function_scope *scope = evaluation->scope;
	struct string template = node_text(argument(arguments, 0));
	bool is_self = string_is(template, "SELF");
	struct string capability = STRING("");
	uint32_t position = 1;
	if (is_self)
		template = scope->self;
	if (string_is(node_text(argument(arguments, 1)), "CAPABILITY")) {
		capability = node_text(argument(arguments, 2));
		position = 3;
	}
	struct string name = node_text(argument(arguments, position));
	if (template.length == 0 || name.length == 0 || !scope->property)
		return unknown;
	/* Elsewhere, SELF is someone else, and which of its representations is not said. */
	struct function_scope there = *scope;
	there.self = template;
	if (!is_self)
		there.node_index = NAN;
	struct evaluation of_property = {&there, evaluation->depth, evaluation->effort};
	struct function_value value =
		settle(&of_property, scope->property(scope->context, template, capability, name));
	return part_of(evaluation, value, arguments, position + 1);
}

static struct function_value node_index(const struct evaluation *evaluation, struct node arguments)
{
	(void)arguments;
	return known_number(evaluation->scope->node_index);
}

/* ---- calls ---- */

static const struct function {
	const char *name;
	struct function_value (*evaluate)(
		const struct evaluation *evaluation, struct node arguments);
} functions[] = {
	{"ceil", ceil_of},
	{"difference", difference},
	{"floor", floor_of},
	{"get_input", get_input},
	{"get_property", get_property},
	{"length", length},
	{"node_index", node_index},
	{"product", product},
	{"quotient", quotient},
	{"remainder", remainder_of},
	{"round", round_down_halves},
	{"sum", sum},
};

static struct function_value call(
	const struct evaluation *evaluation, struct string name, struct node arguments)
{
	struct evaluation deeper = {evaluation->scope, evaluation->depth + 1, evaluation->effort};
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++)
		if (string_is(name, functions[i].name))
			return functions[i].evaluate(&deeper, arguments);
	return unknown;
}

/* "Does the string start with $? If yes, is the second character $?" (section "Parsing rule") */
static bool is_function_name(struct string text)
{
	return string_starts_with(text, "$") && !string_starts_with(text, "$$");
}

static struct string without_first(struct string text)
{
	return string_slice(text, 1, text.length);
}

static struct function_value evaluate_scalar(const struct evaluation *evaluation, struct node node)
{
	struct string text = node_text(node);
	switch (node_scalar_type(node)) {
	case SCALAR_INTEGER:
	case SCALAR_FLOAT:
		return known_number(node_number(node));
	case SCALAR_BOOLEAN:
		return (struct function_value){
			.kind = FUNCTION_VALUE_BOOLEAN, .boolean = node_boolean(node)};
	case SCALAR_STRING:
		if (function_is_node_index(node))
			return known_number(evaluation->scope->node_index);
		if (is_function_name(text))
			return call(evaluation, without_first(text), (struct node){0});
		if (string_starts_with(text, "$$"))
			text = without_first(text);
		return (struct function_value){.kind = FUNCTION_VALUE_STRING, .string = text};
	case SCALAR_NULL:
	case SCALAR_TIMESTAMP:
		break;
	}
	return unknown;
}

static struct function_value evaluate(const struct evaluation *evaluation, struct node node)
{
	struct effort *effort = evaluation->effort;
	if (evaluation->depth > FUNCTION_VALUE_DEEPEST)
		effort->bound = BOUND_LEVELS;
	else if (++effort->steps > FUNCTION_VALUE_MOST_STEPS)
		effort->bound = BOUND_STEPS;
	if (effort->bound != NO_BOUND)
		return unknown;
	switch (node_kind(node)) {
	case NODE_SCALAR:
		return evaluate_scalar(evaluation, node);
	case NODE_MAPPING:
		if (node_count(node) == 1) {
			struct node_entry entry = node_entry(node, 0);
			struct string name = node_text(entry.key);
			if (is_function_name(name))
				return call(evaluation, without_first(name), entry.value);
		}
		return function_value_of_node(node);
	case NODE_SEQUENCE:
		return function_value_of_node(node);
	case NODE_ABSENT:
		break;
	}
	return unknown;
}

struct function_value function_value_of(const struct function_scope *scope, struct node node)
{
	struct effort effort = {0};
	struct evaluation evaluation = {scope, 0, &effort};
	struct function_value value = evaluate(&evaluation, node);
	if (value.kind == FUNCTION_VALUE_UNKNOWN)
		value.bound = effort.bound;
	return value;
}

double function_value_number(const struct function_scope *scope, struct node node)
{
	struct function_value value = function_value_of(scope, node);
	return value.kind == FUNCTION_VALUE_NUMBER ? value.number : NAN;
}

bool function_is_node_index(struct node node)
{
	if (node_kind(node) == NODE_MAPPING)
		return node_count(node) == 1 &&
		       string_is(node_text(node_entry(node, 0).key), "$node_index");
	return node_is_string(node) && (string_is(node_text(node), "$node_index") ||
					       string_is(node_text(node), "NODE_INDEX"));
}

struct node function_arguments(struct node node, const char *name)
{
	if (node_kind(node) != NODE_MAPPING || node_count(node) != 1)
		return (struct node){0};
	struct node_entry entry = node_entry(node, 0);
	struct string text = node_text(entry.key);
	return is_function_name(text) && string_is(without_first(text), name) ? entry.value
									      : (struct node){0};
}
