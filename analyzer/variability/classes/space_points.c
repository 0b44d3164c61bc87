#include "analyzer/variability/classes/space_points.h"

#include "analyzer/language/grammar/functions.h"
#include "analyzer/language/variability/operators.h"
#include "analyzer/variability/expressions/value_expression.h"
#include "analyzer/variability/expressions/value_operators.h"
#include "analyzer/variability/inputs/variability_inputs.h"

#include <math.h>

enum {
	DEEPEST = 60,
	MOST_COMBINATIONS = 256 /* of the other inputs in one comparison */
};

struct collecting {
	struct arena *arena;
	struct space_inputs *inputs;
	struct space_points *points;
	const struct value *defaults;
	struct node variability;
	struct value_definitions *definitions;
	struct value_context *context; /* all inputs have their defaults */
	struct value *current;         /* of each input */
	unsigned depth;
};

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

static void add_number(
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
	add_number(&points->bounds, &points->bound_count, &points->bound_capacity, arena, bound);
}

/* ---- what an expression is made of ---- */

static enum operator_id operator_of(struct value expression, struct value *argument)
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

static struct value item_of(struct value argument, size_t position)
{
	return argument.kind == VALUE_LIST && position < argument.list->count
		       ? argument.list->items[position]
		       : value_none();
}

static size_t item_count(struct value argument)
{
	return argument.kind == VALUE_LIST ? argument.list->count : 0;
}

static struct value named_expression(struct collecting *collecting, struct value name)
{
	struct node expressions = node_get(collecting->variability, "expressions");

	return name.kind == VALUE_STRING ? value_from_node(collecting->arena,
						   node_find(expressions, name.string).value)
					 : value_none();
}

/* Behind names of value expressions. */
static struct value unnamed(struct collecting *collecting, struct value expression)
{
	struct value argument;

	for (unsigned i = 0;
		i < DEEPEST && operator_of(expression, &argument) == OPERATOR_VALUE_EXPRESSION; i++)
		expression = named_expression(collecting, argument);
	return expression;
}

static uint32_t input_number(const struct collecting *collecting, struct string name)
{
	const struct space_input *input = name_table_find(&collecting->inputs->names, name);

	return input ? (uint32_t)(input - collecting->inputs->items) : UINT32_MAX;
}

static bool is_input(struct collecting *collecting, struct value expression, uint32_t input)
{
	struct value argument;

	return operator_of(unnamed(collecting, expression), &argument) ==
		       OPERATOR_VARIABILITY_INPUT &&
	       argument.kind == VALUE_STRING && input_number(collecting, argument.string) == input;
}

struct input_set {
	bool *has;
	uint32_t *items;
	size_t count;
};

static void add_inputs(
	struct collecting *collecting, struct input_set *set, struct value expression)
{
	struct variability_input_names names = {0};

	if (!set->has) {
		set->has = arena_allocate(
			collecting->arena, collecting->inputs->count, sizeof(*set->has));
		set->items = arena_allocate(
			collecting->arena, collecting->inputs->count, sizeof(*set->items));
	}
	value_collect_inputs(collecting->context, expression, &names);
	for (size_t i = 0; i < names.count; i++) {
		uint32_t number = input_number(collecting, names.names[i]);

		if (number == UINT32_MAX || set->has[number])
			continue;
		set->has[number] = true;
		set->items[set->count++] = number;
	}
}

static bool depends_on(struct collecting *collecting, struct value expression, uint32_t input)
{
	struct input_set set = {0};

	add_inputs(collecting, &set, expression);
	return set.has[input];
}

/* Is it a number that changes in proportion to the input? */
static bool is_affine(struct collecting *collecting, struct value expression, uint32_t input)
{
	struct value argument;
	enum operator_id op;
	size_t depending = 0;
	bool is_affine_so_far = true;

	if (!depends_on(collecting, expression, input))
		return true;
	expression = unnamed(collecting, expression);
	op = operator_of(expression, &argument);
	if (op == OPERATOR_VARIABILITY_INPUT)
		return true;
	if ((op != OPERATOR_ADD && op != OPERATOR_SUB && op != OPERATOR_MUL &&
		    op != OPERATOR_DIV) ||
		collecting->depth > DEEPEST)
		return false;
	collecting->depth++;
	for (size_t i = 0; i < item_count(argument); i++) {
		bool depends = depends_on(collecting, item_of(argument, i), input);

		depending += depends;
		is_affine_so_far &= is_affine(collecting, item_of(argument, i), input) &&
				    !(op == OPERATOR_DIV && i > 0 && depends);
	}
	collecting->depth--;
	return is_affine_so_far && (op != OPERATOR_MUL || depending <= 1);
}

static bool yields_truth(struct collecting *collecting, struct value expression)
{
	struct value argument;
	enum operator_id op = operator_of(unnamed(collecting, expression), &argument);

	return op != OPERATOR_NONE && operator_row(op)->result == TAKES_BOOLEAN;
}

/* ---- comparisons ---- */

/* With the current values. */
static bool evaluate(struct collecting *collecting, struct value expression, struct value *value)
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

static bool difference_at(struct collecting *collecting, struct value a, struct value b,
	uint32_t input, double at, double *difference)
{
	struct value kept = collecting->current[input], left, right;
	bool is_known;

	collecting->current[input] = value_from_number(at);
	is_known = evaluate(collecting, a, &left) && evaluate(collecting, b, &right) &&
		   left.kind == VALUE_NUMBER && right.kind == VALUE_NUMBER;
	if (is_known)
		*difference = left.number - right.number;
	collecting->current[input] = kept;
	return is_known;
}

static void add_root(struct collecting *collecting, struct value a, struct value b, uint32_t input)
{
	double at_0, at_1, root;

	if (!difference_at(collecting, a, b, input, 0, &at_0) ||
		!difference_at(collecting, a, b, input, 1, &at_1) || at_0 == at_1)
		return;
	root = -at_0 / (at_1 - at_0);
	space_points_add_bound(&collecting->points[input], collecting->arena, root);
	/* What rounding has made of it. */
	space_points_add_bound(
		&collecting->points[input], collecting->arena, round(root * 1e6) / 1e6);
}

/* What a value is worth where it is compared with a number. */
static double number_of(struct value value)
{
	switch (value.kind) {
	case VALUE_BOOLEAN:
		return value.boolean;
	case VALUE_NUMBER:
		return value.number;
	case VALUE_STRING:
		return value_number_of_string(value.string);
	default:
		return NAN;
	}
}

/* Two texts are compared as texts, everything else as numbers. */
static void add_ordered(struct collecting *collecting, struct space_points *points, uint32_t input,
	struct value value)
{
	struct space_input *of = &collecting->inputs->items[input];

	if (of->is_text && value.kind == VALUE_STRING) {
		points->is_ordered_text = true;
		return;
	}
	points->is_ordered_number |= of->is_text;
	space_points_add_bound(points, collecting->arena, number_of(value));
	if ((!of->is_number && !of->is_text) || value.kind == VALUE_LIST || value.kind == VALUE_MAP)
		of->is_complete = false;
}

static void add_compared(
	struct collecting *collecting, struct value expression, uint32_t input, bool by_order)
{
	struct space_points *points = &collecting->points[input];
	struct value value;

	if (!evaluate(collecting, expression, &value))
		return;
	if (value.kind == VALUE_NUMBER)
		space_points_add_bound(points, collecting->arena, value.number);
	else
		space_points_add(points, collecting->arena, value);
	if (by_order)
		add_ordered(collecting, points, input, value);
}

/* The points of one input, while all others have their current values. */
static void compare_at(struct collecting *collecting, struct value a, struct value b,
	uint32_t input, bool by_order)
{
	bool in_a = depends_on(collecting, a, input), in_b = depends_on(collecting, b, input);

	if (!in_b && is_input(collecting, a, input))
		add_compared(collecting, b, input, by_order);
	else if (!in_a && is_input(collecting, b, input))
		add_compared(collecting, a, input, by_order);
	else if (is_affine(collecting, a, input) && is_affine(collecting, b, input))
		add_root(collecting, a, b, input);
	else if (!(in_a && yields_truth(collecting, a)) && !(in_b && yields_truth(collecting, b)))
		collecting->inputs->items[input].is_complete = false;
}

/* Goes through all values of the inputs with few. */
static bool next_combination(
	struct collecting *collecting, const struct input_set *set, uint32_t *digits)
{
	for (size_t i = 0; i < set->count; i++) {
		const struct space_input *input = &collecting->inputs->items[set->items[i]];

		if (!input->is_listed)
			continue;
		digits[i] = (digits[i] + 1) % input->class_count;
		collecting->current[set->items[i]] = input->classes[digits[i]];
		if (digits[i] > 0)
			return true;
	}
	return false;
}

static void compare(struct collecting *collecting, struct value a, struct value b, bool by_order)
{
	struct input_set set = {0};
	size_t open = 0, combinations = 1;
	uint32_t *digits;

	add_inputs(collecting, &set, a);
	add_inputs(collecting, &set, b);
	digits = arena_allocate(collecting->arena, set.count + 1, sizeof(*digits));
	for (size_t i = 0; i < set.count; i++) {
		struct space_input *input = &collecting->inputs->items[set.items[i]];

		open += !input->is_listed;
		if (input->is_listed && combinations <= MOST_COMBINATIONS) {
			combinations *= input->class_count;
			collecting->current[set.items[i]] = input->classes[0];
		}
	}
	do {
		for (size_t i = 0; i < set.count; i++) {
			struct space_input *input = &collecting->inputs->items[set.items[i]];

			if (input->is_listed)
				continue;
			compare_at(collecting, a, b, set.items[i], by_order);
			if (open > 1 || combinations > MOST_COMBINATIONS)
				input->is_complete = false;
		}
	} while (combinations <= MOST_COMBINATIONS && next_combination(collecting, &set, digits));
	for (size_t i = 0; i < set.count; i++)
		collecting->current[set.items[i]] = collecting->defaults[set.items[i]];
}

static void compare_length(struct collecting *collecting, struct value text, struct value length)
{
	struct input_set set = {0};
	struct value value;

	add_inputs(collecting, &set, text);
	add_inputs(collecting, &set, length);
	for (size_t i = 0; i < set.count; i++) {
		struct space_input *input = &collecting->inputs->items[set.items[i]];
		struct space_points *points = &collecting->points[set.items[i]];

		if (input->is_listed)
			continue;
		if (set.count == 1 && is_input(collecting, text, set.items[i]) &&
			evaluate(collecting, length, &value) && value.kind == VALUE_NUMBER)
			add_number(&points->lengths, &points->length_count,
				&points->length_capacity, collecting->arena, value.number);
		else
			input->is_complete = false;
	}
}

/* ---- expressions ---- */

static void walk(struct collecting *collecting, struct value expression);

static void walk_operator(struct collecting *collecting, enum operator_id op, struct value argument)
{
	switch (op) {
	case OPERATOR_GREATER:
	case OPERATOR_GREATER_OR_EQUAL:
	case OPERATOR_LESS:
	case OPERATOR_LESS_OR_EQUAL:
		compare(collecting, item_of(argument, 0), item_of(argument, 1), true);
		break;
	case OPERATOR_EQUAL:
		for (size_t i = 1; i < item_count(argument); i++)
			compare(collecting, item_of(argument, 0), item_of(argument, i), false);
		break;
	case OPERATOR_IN_RANGE:
		for (size_t i = 0; i < item_count(item_of(argument, 1)); i++)
			compare(collecting, item_of(argument, 0), item_of(item_of(argument, 1), i),
				true);
		break;
	case OPERATOR_VALID_VALUES:
		for (size_t i = 0; i < item_count(item_of(argument, 1)); i++)
			compare(collecting, item_of(argument, 0), item_of(item_of(argument, 1), i),
				false);
		break;
	case OPERATOR_LENGTH:
	case OPERATOR_MIN_LENGTH:
	case OPERATOR_MAX_LENGTH:
		compare_length(collecting, item_of(argument, 0), item_of(argument, 1));
		break;
	case OPERATOR_VALUE_EXPRESSION:
		walk(collecting, named_expression(collecting, argument));
		break;
	default:
		break;
	}
}

static void walk(struct collecting *collecting, struct value expression)
{
	struct value argument = value_none();
	enum operator_id op = operator_of(expression, &argument);

	if (collecting->depth > DEEPEST)
		return;
	collecting->depth++;
	if (expression.kind == VALUE_LIST)
		for (size_t i = 0; i < expression.list->count; i++)
			walk(collecting, expression.list->items[i]);
	if (op != OPERATOR_NONE) {
		walk_operator(collecting, op, argument);
		walk(collecting, argument);
	}
	collecting->depth--;
}

/* A number holds if it is positive. */
static void walk_condition(struct collecting *collecting, struct value expression)
{
	if (!yields_truth(collecting, expression))
		compare(collecting, expression, value_from_number(0), true);
	walk(collecting, expression);
}

static void collect_properties(struct collecting *collecting, const struct element_graph *graph)
{
	struct elements properties = graph->kinds[ELEMENT_PROPERTY];

	for (uint32_t i = 0; i < properties.count; i++) {
		struct node expression = properties.items[i]->property.expression;

		if (!node_is_absent(expression))
			walk(collecting, value_from_node(collecting->arena, expression));
	}
}

void space_points_collect(struct space_inputs *inputs, struct space_points *points,
	const struct value *defaults, const struct analysis *analysis, struct arena *arena)
{
	const struct service_template *service_template = analysis->findings->service_template;
	const struct presence_formula *all = service_template->formula;
	struct variability_assignment *assignment = variability_assignment_create(arena);
	struct collecting collecting = {.arena = arena,
		.inputs = inputs,
		.points = points,
		.defaults = defaults,
		.variability = service_template->graph.variability,
		.definitions =
			value_definitions_create(arena, service_template->graph.variability)};

	collecting.current = arena_allocate(arena, inputs->count + 1, sizeof(struct value));
	for (size_t i = 0; i < inputs->count; i++)
		collecting.current[i] = defaults[i];
	variability_assignment_add(assignment, space_inputs_map(inputs, defaults, arena));
	collecting.context = value_context_create_for(arena, collecting.definitions, assignment);
	for (size_t i = 0; i < all->atom_count; i++)
		if (all->atoms[i].kind == ATOM_VALUE)
			walk_condition(&collecting, all->atoms[i].value);
	collect_properties(&collecting, &service_template->graph);
}
