#include "analyzer/variability/classes/space_points.h"

#include "analyzer/variability/classes/space_collecting.h"
#include "analyzer/variability/expressions/value_operators.h"
#include "analyzer/variability/inputs/variability_inputs.h"
#include "analyzer/variability/values/value_text.h"

#include <math.h>

enum {
	MOST_COMBINATIONS = 256 /* of the other inputs in one comparison */
};

/* What this input comes to there, no classes decide. */
static void set_opaque(struct collecting *collecting, uint32_t input)
{
	collecting->looks |= LOOK_OPAQUE;
	collecting->inputs->items[input].needs_all = true;
}

/* ---- inputs that are compared with one another ---- */

static void share_with(
	struct space_points *points, const struct space_points *other, struct arena *arena)
{
	points->is_mixed |= other->is_mixed || other->is_ordered_text || other->is_ordered_number ||
			    other->length_count > 0 || other->token_count > 0;
	if (points == other)
		return;
	for (size_t i = 0; i < other->count; i++)
		space_points_add(points, arena, other->values[i]);
	for (size_t i = 0; i < other->bound_count; i++)
		space_points_add_bound(points, arena, other->bounds[i]);
}

void space_points_share(struct space_points *points, size_t count, struct arena *arena)
{
	for (size_t i = 0; i < count; i++) {
		points[points[i].group].group_size++;
		share_with(&points[i], &points[i], arena);
	}
	for (size_t i = 0; i < count; i++)
		if (points[i].group != i)
			share_with(&points[points[i].group], &points[i], arena);
	for (size_t i = 0; i < count; i++)
		if (points[i].group != i) {
			share_with(&points[i], &points[points[i].group], arena);
			points[i].group_size = points[points[i].group].group_size;
		}
}

static void join_groups(struct collecting *collecting, uint32_t one, uint32_t other)
{
	uint32_t from = collecting->points[other].group, to = collecting->points[one].group;

	collecting->points[one].is_grouped = collecting->points[other].is_grouped = true;
	for (size_t i = 0; i < collecting->inputs->count; i++)
		if (collecting->points[i].group == from)
			collecting->points[i].group = to;
}

/* ---- what an expression is made of ---- */

struct input_set {
	uint32_t *items;
	size_t count, capacity;
};

static bool set_has(const struct input_set *set, uint32_t number)
{
	for (size_t i = 0; i < set->count; i++)
		if (set->items[i] == number)
			return true;
	return false;
}

static void add_inputs(
	struct collecting *collecting, struct input_set *set, struct value expression)
{
	struct variability_input_names names = {0};

	value_collect_inputs(collecting->context, expression, &names);
	for (size_t i = 0; i < names.count; i++) {
		uint32_t number = collecting_input(collecting, names.names[i]);

		if (number == UINT32_MAX || set_has(set, number))
			continue;
		set->items = arena_reserve(collecting->arena, set->items, set->count,
			&set->capacity, sizeof(*set->items));
		set->items[set->count++] = number;
	}
}

static bool depends_on(struct collecting *collecting, struct value expression, uint32_t input)
{
	struct input_set set = {0};

	add_inputs(collecting, &set, expression);
	return set_has(&set, input);
}

/* Is it a number that changes in proportion to the input? */
static bool is_affine(struct collecting *collecting, struct value expression, uint32_t input)
{
	struct value argument;
	enum operator_id op;
	size_t depending = 0;
	bool is_affine_so_far = true;

	if (!collecting_judges(collecting))
		return false;
	if (!depends_on(collecting, expression, input))
		return true;
	expression = collecting_unnamed(collecting, expression);
	op = collecting_operator(expression, &argument);
	if (op == OPERATOR_VARIABILITY_INPUT)
		return true;
	if (op != OPERATOR_ADD && op != OPERATOR_SUB && op != OPERATOR_MUL && op != OPERATOR_DIV)
		return false;
	collecting->depth++;
	for (size_t i = 0; i < collecting_item_count(argument); i++) {
		bool depends = depends_on(collecting, collecting_item(argument, i), input);

		depending += depends;
		is_affine_so_far &= is_affine(collecting, collecting_item(argument, i), input) &&
				    !(op == OPERATOR_DIV && i > 0 && depends);
	}
	collecting->depth--;
	return is_affine_so_far && (op != OPERATOR_MUL || depending <= 1);
}

static bool yields_truth(struct collecting *collecting, struct value expression)
{
	struct value argument;
	enum operator_id op =
		collecting_operator(collecting_unnamed(collecting, expression), &argument);

	return op != OPERATOR_NONE && operator_row(op)->result == TAKES_BOOLEAN;
}

/* ---- comparisons ---- */

static bool difference_at(struct collecting *collecting, struct value a, struct value b,
	uint32_t input, double at, double *difference)
{
	struct value kept = collecting->current[input], left, right;
	bool is_known;

	collecting->current[input] = value_from_number(at);
	is_known = collecting_evaluate(collecting, a, &left) &&
		   collecting_evaluate(collecting, b, &right) && left.kind == VALUE_NUMBER &&
		   right.kind == VALUE_NUMBER;
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
	collecting->looks |= LOOK_EQUAL;
	space_points_add_bound(&collecting->points[input], collecting->arena, root);
	/* What rounding has made of it. */
	space_points_add_bound(
		&collecting->points[input], collecting->arena, round(root * 1e6) / 1e6);
}

/* What a value is worth where it is compared with a number. */
static double number_of(struct collecting *collecting, struct value value)
{
	switch (value.kind) {
	case VALUE_BOOLEAN:
		return value.boolean;
	case VALUE_NUMBER:
		return value.number;
	case VALUE_STRING:
	case VALUE_LIST:
	case VALUE_MAP:
		return value_number_of_string(value_text(collecting->arena, value));
	default:
		return NAN;
	}
}

/* Two texts are compared as texts, everything else as numbers; a list is the text of its items. */
static void add_ordered(struct collecting *collecting, struct space_points *points, uint32_t input,
	struct value value)
{
	struct space_input *of = &collecting->inputs->items[input];
	bool is_text =
		value.kind == VALUE_STRING || value.kind == VALUE_LIST || value.kind == VALUE_MAP;

	if (of->is_text && is_text) {
		points->is_ordered_text = true;
		collecting->looks |= LOOK_ORDER;
		space_points_add(points, collecting->arena,
			value_from_string(value_text(collecting->arena, value)));
		return;
	}
	if (of->unit) /* it is in no order with a number */
		return;
	points->is_ordered_number |= of->is_text;
	collecting->looks |= of->is_text ? LOOK_NUMBER : 0;
	space_points_add_bound(points, collecting->arena, number_of(collecting, value));
	if (!of->is_number && !of->is_text)
		set_opaque(collecting, input);
}

static void add_compared(
	struct collecting *collecting, struct value expression, uint32_t input, bool by_order)
{
	struct space_points *points = &collecting->points[input];
	struct value value;

	if (!collecting_evaluate(collecting, expression, &value))
		return;
	collecting->looks |= LOOK_EQUAL;
	if (value.kind == VALUE_NUMBER)
		space_points_add_bound(points, collecting->arena, value.number);
	else
		space_points_add(points, collecting->arena, value);
	if (by_order)
		add_ordered(collecting, points, input, value);
}

/* Numbers are in no order with a text that is none. */
static bool is_unordered(struct collecting *collecting, struct value number, struct value other)
{
	struct value value;

	return !(collecting_kinds(collecting, number) & ~(unsigned)(KIND_NUMBER | KIND_BOOLEAN)) &&
	       collecting_is_steady(collecting, number) &&
	       collecting_evaluate(collecting, other, &value) &&
	       isnan(number_of(collecting, value));
}

/* Does it come to the same, whatever the inputs are? */
static bool is_decided(struct collecting *collecting, struct value a, struct value b, bool by_order)
{
	if (collecting_always_fails(collecting, a) || collecting_always_fails(collecting, b))
		return true;
	return !by_order && !(collecting_kinds(collecting, a) & collecting_kinds(collecting, b)) &&
	       collecting_is_steady(collecting, a) && collecting_is_steady(collecting, b);
}

/* The points of one input, while all others have their current values. */
static void compare_at(struct collecting *collecting, struct value a, struct value b,
	uint32_t input, bool by_order)
{
	bool in_a = depends_on(collecting, a, input), in_b = depends_on(collecting, b, input);

	if (!in_b && collecting_is_input(collecting, a, input))
		add_compared(collecting, b, input, by_order);
	else if (!in_a && collecting_is_input(collecting, b, input))
		add_compared(collecting, a, input, by_order);
	else if (is_affine(collecting, a, input) && is_affine(collecting, b, input))
		add_root(collecting, a, b, input);
	else if (by_order && ((!in_b && is_unordered(collecting, a, b)) ||
				     (!in_a && is_unordered(collecting, b, a))))
		return;
	else if (!(in_a && yields_truth(collecting, a)) && !(in_b && yields_truth(collecting, b)))
		set_opaque(collecting, input);
}

/* Goes through all values of the inputs with few. */
static bool next_combination(
	struct collecting *collecting, const struct input_set *set, uint32_t *digits)
{
	for (size_t i = 0; i < set->count; i++) {
		const struct space_input *input = &collecting->inputs->items[set->items[i]];

		if (!collecting_is_listed(collecting, input))
			continue;
		digits[i] = (digits[i] + 1) % input->class_count;
		collecting->current[set->items[i]] = input->classes[digits[i]];
		if (digits[i] > 0)
			return true;
	}
	return false;
}

/* How many combinations of those with few values there are, the first of which is set; and how many
 * inputs are left. */
static size_t start_combinations(
	struct collecting *collecting, const struct input_set *set, size_t *open)
{
	size_t combinations = 1, not_listed = 0;

	for (size_t i = 0; i < set->count; i++)
		not_listed += !collecting->inputs->items[set->items[i]].is_listed;
	collecting->has_several = not_listed > 1;
	*open = 0;
	for (size_t i = 0; i < set->count; i++) {
		struct space_input *input = &collecting->inputs->items[set->items[i]];

		if (!collecting_is_listed(collecting, input)) {
			++*open;
			continue;
		}
		input->needs_all |= !input->is_listed;
		if (combinations <= MOST_COMBINATIONS) {
			combinations *= input->class_count;
			collecting->current[set->items[i]] = input->classes[0];
		}
	}
	return combinations;
}

/* Two inputs are compared directly, of which enough values tell all orders that they may be in. */
static bool compare_inputs(struct collecting *collecting, const struct input_set *set,
	struct value a, struct value b, bool by_order)
{
	const struct space_input *one, *other;

	if (set->count != 2)
		return false;
	one = &collecting->inputs->items[set->items[0]];
	other = &collecting->inputs->items[set->items[1]];
	if (collecting_is_listed(collecting, one) || collecting_is_listed(collecting, other) ||
		one->kinds != other->kinds || one->is_whole != other->is_whole ||
		(one->kinds != KIND_NUMBER && (by_order || one->kinds != KIND_STRING)))
		return false;
	for (int turn = 0; turn < 2; turn++)
		if (collecting_is_input(collecting, a, set->items[turn]) &&
			collecting_is_input(collecting, b, set->items[1 - turn])) {
			join_groups(collecting, set->items[0], set->items[1]);
			collecting->looks |= LOOK_OTHERS;
			return true;
		}
	return false;
}

static void compare(struct collecting *collecting, struct value a, struct value b, bool by_order)
{
	struct input_set set = {0};
	size_t open, combinations;
	uint32_t *digits;

	if (is_decided(collecting, a, b, by_order))
		return;
	add_inputs(collecting, &set, a);
	add_inputs(collecting, &set, b);
	digits = arena_allocate(collecting->arena, set.count + 1, sizeof(*digits));
	combinations = start_combinations(collecting, &set, &open);
	if (compare_inputs(collecting, &set, a, b, by_order))
		return;
	do {
		if (!by_order && combinations <= MOST_COMBINATIONS &&
			(collecting_compare_texts(collecting, a, b) ||
				collecting_compare_texts(collecting, b, a)))
			continue;
		for (size_t i = 0; i < set.count; i++) {
			if (collecting_is_listed(
				    collecting, &collecting->inputs->items[set.items[i]]))
				continue;
			compare_at(collecting, a, b, set.items[i], by_order);
			if (open > 1 || combinations > MOST_COMBINATIONS)
				set_opaque(collecting, set.items[i]);
		}
	} while (combinations <= MOST_COMBINATIONS && next_combination(collecting, &set, digits));
	for (size_t i = 0; i < set.count; i++)
		collecting->current[set.items[i]] = collecting->defaults[set.items[i]];
}

/* Nothing but texts has a length, and no length is anything but a number. */
static bool is_never_measured(struct collecting *collecting, struct value text, struct value length)
{
	return collecting_always_fails(collecting, text) ||
	       collecting_always_fails(collecting, length) ||
	       !(collecting_kinds(collecting, text) & KIND_STRING) ||
	       !(collecting_kinds(collecting, length) & KIND_NUMBER);
}

static void compare_length(struct collecting *collecting, struct value text, struct value length)
{
	struct input_set set = {0};
	struct value value;

	if (is_never_measured(collecting, text, length))
		return;
	add_inputs(collecting, &set, text);
	add_inputs(collecting, &set, length);
	for (size_t i = 0; i < set.count; i++) {
		struct space_input *input = &collecting->inputs->items[set.items[i]];
		struct space_points *points = &collecting->points[set.items[i]];

		if (input->is_listed)
			continue;
		collecting->looks |= LOOK_LENGTH;
		if (set.count == 1 && collecting_is_input(collecting, text, set.items[i]) &&
			collecting_evaluate(collecting, length, &value) &&
			value.kind == VALUE_NUMBER)
			collecting_add_number(&points->lengths, &points->length_count,
				&points->length_capacity, collecting->arena, value.number);
		else
			set_opaque(collecting, set.items[i]);
	}
}

/* ---- expressions ---- */

static void walk(struct collecting *collecting, struct value expression);
static void walk_named(struct collecting *collecting, struct value name);

static void walk_operator(struct collecting *collecting, enum operator_id op, struct value argument)
{
	switch (op) {
	case OPERATOR_GREATER:
	case OPERATOR_GREATER_OR_EQUAL:
	case OPERATOR_LESS:
	case OPERATOR_LESS_OR_EQUAL:
		compare(collecting, collecting_item(argument, 0), collecting_item(argument, 1),
			true);
		break;
	case OPERATOR_EQUAL:
		for (size_t i = 1; i < collecting_item_count(argument); i++)
			compare(collecting, collecting_item(argument, 0),
				collecting_item(argument, i), false);
		break;
	case OPERATOR_IN_RANGE:
		for (size_t i = 0; i < collecting_item_count(collecting_item(argument, 1)); i++)
			compare(collecting, collecting_item(argument, 0),
				collecting_item(collecting_item(argument, 1), i), true);
		break;
	case OPERATOR_VALID_VALUES:
		for (size_t i = 0; i < collecting_item_count(collecting_item(argument, 1)); i++)
			compare(collecting, collecting_item(argument, 0),
				collecting_item(collecting_item(argument, 1), i), false);
		break;
	case OPERATOR_LENGTH:
	case OPERATOR_MIN_LENGTH:
	case OPERATOR_MAX_LENGTH:
		compare_length(
			collecting, collecting_item(argument, 0), collecting_item(argument, 1));
		break;
	case OPERATOR_VALUE_EXPRESSION:
		walk_named(collecting, argument);
		break;
	default:
		break;
	}
}

/* Once for each expression that uses it, however often that is. */
static void walk_named(struct collecting *collecting, struct value name)
{
	if (name.kind != VALUE_STRING || name_table_find(&collecting->walked, name.string))
		return;
	name_table_add(&collecting->walked, collecting->arena, name.string, collecting);
	walk(collecting, collecting_named(collecting, name));
}

static void walk(struct collecting *collecting, struct value expression)
{
	struct value argument = value_none();
	enum operator_id op = collecting_operator(expression, &argument);

	if (collecting->depth > COLLECTING_DEEPEST)
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

static void begin_expression(struct collecting *collecting)
{
	collecting->looks = collecting->judged = 0;
	collecting->walked = (struct name_table){0};
}

/* A number holds if it is positive. How it looks at inputs. */
static uint8_t walk_condition(struct collecting *collecting, struct value expression)
{
	begin_expression(collecting);
	if (!yields_truth(collecting, expression))
		compare(collecting, expression, value_from_number(0), true);
	walk(collecting, expression);
	return (uint8_t)collecting->looks;
}

static void collect_properties(
	struct collecting *collecting, const struct element_graph *graph, uint8_t *looks)
{
	struct elements properties = graph->kinds[ELEMENT_PROPERTY];

	for (uint32_t i = 0; i < properties.count; i++) {
		struct node expression = properties.items[i]->property.expression;

		if (node_is_absent(expression))
			continue;
		begin_expression(collecting);
		walk(collecting, value_from_node(collecting->arena, expression));
		looks[properties.items[i]->position] = (uint8_t)collecting->looks;
	}
}

void space_points_collect(struct space_inputs *inputs, struct space_points *points,
	const struct value *defaults, const struct analysis *analysis, struct arena *arena,
	struct space_looks *looks)
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
	looks->atoms = arena_allocate(arena, all->atom_count + 1, sizeof(*looks->atoms));
	looks->properties = arena_allocate(
		arena, (size_t)service_template->graph.all.count + 1, sizeof(*looks->properties));
	for (size_t i = 0; i < all->atom_count; i++)
		if (all->atoms[i].kind == ATOM_VALUE)
			looks->atoms[i] = walk_condition(&collecting, all->atoms[i].value);
	collect_properties(&collecting, &service_template->graph, looks->properties);
}
