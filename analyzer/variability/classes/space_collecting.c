#include "analyzer/variability/classes/space_collecting.h"

#include "analyzer/variability/inputs/variability_inputs.h"

#include <math.h>

/* ---- points ---- */

void space_points_add(struct space_points *points, struct arena *arena, struct value value)
{
	for (size_t i = 0; i < points->count; i++)
		if (value_equal(points->values[i], value))
			return;
	points->values = arena_reserve(
		arena, points->values, points->count, &points->capacity, sizeof(*points->values));
	points->values[points->count++] = value;
}

void collecting_add_number(
	double **numbers, size_t *count, size_t *capacity, struct arena *arena, double number)
{
	if (!isfinite(number))
		return;
	for (size_t i = 0; i < *count; i++)
		if ((*numbers)[i] == number)
			return;
	*numbers = arena_reserve(arena, *numbers, *count, capacity, sizeof(**numbers));
	(*numbers)[(*count)++] = number;
}

void space_points_add_bound(struct space_points *points, struct arena *arena, double bound)
{
	collecting_add_number(
		&points->bounds, &points->bound_count, &points->bound_capacity, arena, bound);
}

/* ---- what an expression is made of ---- */

enum operator_id collecting_operator(struct value expression, struct value *argument)
{
	enum operator_id found = OPERATOR_NONE;

	for (size_t i = 0; expression.kind == VALUE_MAP && i < expression.map->count; i++) {
		const struct value_entry *entry = &expression.map->entries[i];
		enum operator_id op = operator_called(entry->key, false);

		if (entry->value.kind != VALUE_NONE && op < found) {
			found = op;
			*argument = entry->value;
		}
	}
	return found;
}

struct value collecting_item(struct value argument, size_t position)
{
	return argument.kind == VALUE_LIST && position < argument.list->count
		       ? argument.list->items[position]
		       : value_none();
}

size_t collecting_item_count(struct value argument)
{
	return argument.kind == VALUE_LIST ? argument.list->count : 0;
}

struct value collecting_named(struct collecting *collecting, struct value name)
{
	struct node expressions = node_get(collecting->variability, "expressions");

	return name.kind == VALUE_STRING ? value_from_node(collecting->arena,
						   node_find(expressions, name.string).value)
					 : value_none();
}

struct value collecting_unnamed(struct collecting *collecting, struct value expression)
{
	struct value argument;

	for (unsigned i = 0; i < COLLECTING_DEEPEST && collecting_operator(expression, &argument) ==
							       OPERATOR_VALUE_EXPRESSION;
		i++)
		expression = collecting_named(collecting, argument);
	return expression;
}

uint32_t collecting_input(const struct collecting *collecting, struct string name)
{
	const struct space_input *input = name_table_find(&collecting->inputs->names, name);

	return input ? (uint32_t)(input - collecting->inputs->items) : UINT32_MAX;
}

bool collecting_is_input(struct collecting *collecting, struct value expression, uint32_t input)
{
	struct value argument;

	return collecting_operator(collecting_unnamed(collecting, expression), &argument) ==
		       OPERATOR_VARIABILITY_INPUT &&
	       argument.kind == VALUE_STRING &&
	       collecting_input(collecting, argument.string) == input;
}

bool collecting_evaluate(
	struct collecting *collecting, struct value expression, struct value *value)
{
	struct arena *arena = collecting->arena;
	struct variability_assignment *assignment = variability_assignment_create(arena);
	struct value_result result;

	variability_assignment_add(
		assignment, space_inputs_map(collecting->inputs, collecting->current, arena));
	result = value_evaluate(
		value_context_create_for(arena, collecting->definitions, assignment), expression);
	*value = result.value;
	return result.outcome == VALUE_KNOWN;
}

/* ---- of which kind values are ---- */

static unsigned kind_of(struct value value)
{
	switch (value.kind) {
	case VALUE_BOOLEAN:
		return KIND_BOOLEAN;
	case VALUE_NUMBER:
		return KIND_NUMBER;
	case VALUE_STRING:
		return KIND_STRING;
	default:
		return KIND_OTHER;
	}
}

static unsigned kinds_of_input(const struct space_input *input)
{
	unsigned kinds = 0;

	for (uint32_t i = 0; input->is_listed && i < input->class_count; i++)
		kinds |= kind_of(input->classes[i]);
	return input->is_listed ? kinds : input->kinds;
}

/* What arithmetic demands of all operands, texts of the first; 0: it takes anything. */
static unsigned demanded_kinds(enum operator_id op, size_t position)
{
	switch (op) {
	case OPERATOR_ADD:
	case OPERATOR_SUB:
	case OPERATOR_MUL:
	case OPERATOR_DIV:
	case OPERATOR_MOD:
		return KIND_NUMBER;
	case OPERATOR_TOKEN:
		return position == 0 ? KIND_STRING : 0;
	case OPERATOR_LENGTH:
	case OPERATOR_MIN_LENGTH:
	case OPERATOR_MAX_LENGTH:
		return position == 0 ? KIND_STRING : KIND_NUMBER;
	default:
		return 0;
	}
}

/* Operators of which the operands are all of the argument's items. */
static bool has_plain_operands(enum operator_id op)
{
	switch (op) {
	case OPERATOR_ADD:
	case OPERATOR_SUB:
	case OPERATOR_MUL:
	case OPERATOR_DIV:
	case OPERATOR_MOD:
	case OPERATOR_CONCAT:
	case OPERATOR_EQUAL:
	case OPERATOR_GREATER:
	case OPERATOR_GREATER_OR_EQUAL:
	case OPERATOR_LESS:
	case OPERATOR_LESS_OR_EQUAL:
	case OPERATOR_LENGTH:
	case OPERATOR_MIN_LENGTH:
	case OPERATOR_MAX_LENGTH:
		return true;
	default:
		return false;
	}
}

/* Of a token, the first item alone is an expression; a join has them in a list. Of several that
 * should be equal, no more than two need be looked at. */
static struct value operands_of(enum operator_id op, struct value argument, size_t *count)
{
	if (op == OPERATOR_JOIN)
		argument = collecting_item(argument, 0);
	*count = collecting_item_count(argument);
	if (op == OPERATOR_TOKEN && *count > 1)
		*count = 1;
	if (op == OPERATOR_EQUAL && *count > 2)
		*count = 2;
	return argument;
}

unsigned collecting_kinds(struct collecting *collecting, struct value expression)
{
	struct value argument = value_none();
	enum operator_id op;
	uint32_t input;

	expression = collecting_unnamed(collecting, expression);
	op = collecting_operator(expression, &argument);
	switch (op) {
	case OPERATOR_NONE:
		return expression.kind == VALUE_MAP ? KIND_ANY : kind_of(expression);
	case OPERATOR_VARIABILITY_INPUT:
		input = argument.kind == VALUE_STRING
				? collecting_input(collecting, argument.string)
				: UINT32_MAX;
		return input == UINT32_MAX ? KIND_ANY
					   : kinds_of_input(&collecting->inputs->items[input]);
	case OPERATOR_ADD:
	case OPERATOR_SUB:
	case OPERATOR_MUL:
	case OPERATOR_DIV:
	case OPERATOR_MOD:
		return KIND_NUMBER;
	case OPERATOR_CONCAT:
	case OPERATOR_JOIN:
		return KIND_STRING;
	case OPERATOR_TOKEN:
		return KIND_STRING | KIND_OTHER;
	default:
		return operator_row(op)->result == TAKES_BOOLEAN ? KIND_BOOLEAN : KIND_ANY;
	}
}

bool collecting_judges(struct collecting *collecting)
{
	return collecting->depth <= COLLECTING_DEEPEST &&
	       ++collecting->judged <= COLLECTING_MOST_JUDGED;
}

/* An operator, and of its operands those that are looked at. */
struct judged {
	enum operator_id op;
	struct value argument, operands;
	size_t count;
	bool has_operands; /* each of which demands kinds of values */
};

/* False if there is too much to be judged. */
static bool begin_judging(
	struct collecting *collecting, struct value expression, struct judged *judged)
{
	*judged = (struct judged){.argument = value_none()};
	if (!collecting_judges(collecting))
		return false;
	judged->op =
		collecting_operator(collecting_unnamed(collecting, expression), &judged->argument);
	judged->has_operands = has_plain_operands(judged->op) || judged->op == OPERATOR_JOIN ||
			       judged->op == OPERATOR_TOKEN;
	if (judged->has_operands)
		judged->operands = operands_of(judged->op, judged->argument, &judged->count);
	return true;
}

bool collecting_is_steady(struct collecting *collecting, struct value expression)
{
	struct judged judged;
	bool is_steady = true;

	if (!begin_judging(collecting, expression, &judged))
		return false;
	if (judged.op == OPERATOR_NONE || judged.op == OPERATOR_VARIABILITY_INPUT)
		return true;
	if (!judged.has_operands ||
		(judged.op == OPERATOR_EQUAL && collecting_item_count(judged.argument) > 2))
		return false;
	collecting->depth++;
	for (size_t i = 0; i < judged.count && is_steady; i++) {
		struct value operand = collecting_item(judged.operands, i);
		unsigned demanded = demanded_kinds(judged.op, i);
		unsigned kinds = demanded ? collecting_kinds(collecting, operand) : 0;

		is_steady = (!(kinds & ~demanded) || !(kinds & demanded)) &&
			    collecting_is_steady(collecting, operand);
	}
	collecting->depth--;
	return is_steady;
}

bool collecting_always_fails(struct collecting *collecting, struct value expression)
{
	struct judged judged;
	bool fails = false;

	if (!begin_judging(collecting, expression, &judged))
		return false;
	collecting->depth++;
	for (size_t i = 0; i < judged.count && !fails; i++) {
		struct value operand = collecting_item(judged.operands, i);
		unsigned demanded = demanded_kinds(judged.op, i);

		fails = (demanded && !(collecting_kinds(collecting, operand) & demanded)) ||
			collecting_always_fails(collecting, operand);
	}
	collecting->depth--;
	return fails;
}
