/* Operators where an expression begins, and the operands of the one around the cursor. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/cursor/operand_container.h"
#include "analyzer/model/grammar/expression_operator.h"
#include "analyzer/model/template/expression_types.h"

static void describe(
	struct completion_list *list, struct completion_item *item, const struct operator_row *row)
{
	if (!item)
		return;
	item->detail = operand_signature(row->operands, list->arena);
	item->documentation = arena_format(list->arena, "%s\n\n%s: `%s: %.*s`", row->summary,
		operator_group_title(row->group), row->name, STRING_ARGUMENTS(item->detail));
}

static void add_operator(struct completion_list *list, const struct operator_row *row)
{
	describe(list,
		completion_add_call(list, COMPLETION_OPERATOR, string_from(row->name),
			operands_signature(row, list->arena)),
		row);
}

/* The operators people need most come first. */
static int rank(enum operator_id op)
{
	switch (op) {
	case OPERATOR_LOGIC_EXPRESSION:
	case OPERATOR_VARIABILITY_INPUT:
		return 0;
	case OPERATOR_AND:
	case OPERATOR_OR:
	case OPERATOR_NOT:
	case OPERATOR_EQUAL:
	case OPERATOR_NODE_PRESENCE:
		return 1;
	default:
		return operator_is_logic(op) ? 2 : 3;
	}
}

/* Operators that only make sense in some elements (section "Presence Operators"); what is around a
 * named expression, only its users tell. */
static bool belongs_here(const struct place *place, enum operator_id op)
{
	bool in_relation = place->context == ELEMENT_RELATION ||
			   (place->has_container && place->container == ELEMENT_RELATION);
	switch (op) {
	case OPERATOR_SOURCE_PRESENCE:
	case OPERATOR_TARGET_PRESENCE:
		return !place->has_context || in_relation;
	case OPERATOR_CONTAINER_PRESENCE:
		return !place->has_context || place->has_container;
	default:
		return true;
	}
}

/* Those whose results the place can do anything with. */
static void add_operators_of_rank(
	struct completion_list *list, unsigned takes, bool logic, int wanted)
{
	size_t first = list->count;
	for (int i = 0; i < OPERATOR_TOTAL; i++) {
		enum operator_id op = (enum operator_id)i;
		if (rank(op) == wanted && (logic || !operator_is_logic(op)) &&
			(operator_row(op)->result & takes) && belongs_here(&list->place, op))
			add_operator(list, operator_row(op));
	}
	/* What gives a number or a text is rarely a condition. */
	for (; logic && wanted == 3 && first < list->count; first++)
		list->items[first].precedence = 1;
}

/* A condition is true or false; where a value is asked for, a named expression must be one. */
static bool gives(
	const struct completion_list *list, struct node expression, unsigned takes, bool logic)
{
	enum operator_id op = expression_operator(expression, true).op;
	unsigned types = expression_types_of(list->names, expression, logic);
	if (logic)
		return types & TAKES_BOOLEAN;
	return (op == OPERATOR_NONE || !operator_is_logic(op)) && (types & takes);
}

/* The expression itself is no part of it. */
static bool is_defined_here(const struct completion_list *list, struct string name)
{
	const struct place *place = &list->place;
	return place->keyname && place->keyname->construct == CONSTRUCT_VARIABILITY &&
	       place->expression_start > 0 &&
	       string_equal(list->cursor.path[place->expression_start - 1].key, name);
}

static void add_named_expressions(struct completion_list *list, unsigned takes, bool logic)
{
	const char *op = logic ? "logic_expression" : "value_expression";
	struct name_list names = names_of(list->names, DECLARED_EXPRESSION, list->arena);
	for (size_t i = 0; i < names.count; i++) {
		struct string name = names.items[i].name;
		if (!gives(list, names.items[i].value, takes, logic) || is_defined_here(list, name))
			continue;
		struct string operand = completion_quoted(list, name);
		struct completion_item *item = completion_add_whole_call(
			list, COMPLETION_EXPRESSION, name, op, operand, operand);
		if (item) {
			item->detail = string_from(op);
			item->documentation = arena_format(list->arena, "```yaml\n%.*s\n```",
				STRING_ARGUMENTS(
					completion_as_written(list, names.items[i].value)));
		}
	}
}

/* Of an input with a few values, which of them it has; of a Boolean one, itself. */
static void add_condition_on(struct completion_list *list, struct name_entry input)
{
	struct string name = completion_quoted(list, input.name);
	struct value_schema schema = value_schema_of_definition(input.value);
	bool is_boolean = schema_type(list->types, schema).primitive == PRIMITIVE_BOOLEAN;
	const char *choice = completion_choice(list, schema);
	struct completion_item *item = NULL;
	if (is_boolean) {
		item = completion_add_whole_call(list, COMPLETION_VARIABILITY_INPUT, input.name,
			"variability_input", name, name);
	} else if (choice) {
		struct string operands = arena_format(list->arena,
			"[{variability_input: %.*s}, %s]", STRING_ARGUMENTS(name), choice);
		struct string plain = arena_format(
			list->arena, "[{variability_input: %.*s}, ]", STRING_ARGUMENTS(name));
		item = completion_add_whole_call(
			list, COMPLETION_VARIABILITY_INPUT, input.name, "equal", operands, plain);
	}
	if (item) {
		item->detail = is_boolean ? STRING("variability_input") : STRING("equal");
		item->documentation = node_text(node_get(input.value, "description"));
	}
}

static void add_inputs(struct completion_list *list, unsigned takes, bool logic)
{
	struct name_list names = names_of(list->names, DECLARED_VARIABILITY_INPUT, list->arena);
	for (size_t i = 0; i < names.count; i++) {
		struct name_entry input = names.items[i];
		struct string name = completion_quoted(list, input.name);
		if (logic) {
			add_condition_on(list, input);
			continue;
		}
		if (!(expression_types_of_input(input.value) & takes))
			continue;
		struct completion_item *item = completion_add_whole_call(list,
			COMPLETION_VARIABILITY_INPUT, input.name, "variability_input", name, name);
		if (item) {
			item->detail = STRING("variability_input");
			item->documentation = node_text(node_get(input.value, "description"));
		}
	}
}

/* The operators most in use, then what can be asked for by name, then all others. */
static void add_operators(struct completion_list *list, unsigned takes, bool logic)
{
	if (list->cursor.place == CURSOR_KEY && list->cursor.sibling_count > 0)
		return; /* an expression has one operator */
	add_operators_of_rank(list, takes, logic, 0);
	add_operators_of_rank(list, takes, logic, 1);
	add_named_expressions(list, takes, logic);
	add_inputs(list, takes, logic);
	add_operators_of_rank(list, takes, logic, 2);
	add_operators_of_rank(list, takes, logic, 3);
}

void complete_implication(struct completion_list *list)
{
	list->opens_list = true;
	add_operators(list, TAKES_ANYTHING, true);
	list->opens_list = false;
}

/* Beside `{variability_input: mode}`, the values that the input may have. */
static void add_values_beside(struct completion_list *list, unsigned takes)
{
	for (size_t i = 0; i < list->cursor.item_count; i++) {
		struct syntax_tree *item = syntax_tree_create(list->cursor.items[i]);
		struct expression_operator found =
			expression_operator(syntax_tree_root(item), false);
		size_t first = list->count;
		if (found.op == OPERATOR_VARIABILITY_INPUT &&
			(expression_types_of(list->names, syntax_tree_root(item), false) & takes))
			complete_input_values(list, node_text(found.operand));
		for (; first < list->count; first++)
			list->items[first].precedence = -1;
		syntax_tree_release(item);
	}
}

static bool begins_with_expression(const struct operator_row *row)
{
	enum operand_kind first = row ? operand_kind_at(row->operands, 0) : OPERAND_NONE;
	return first == OPERAND_LOGIC || first == OPERAND_VALUE;
}

/* A list begins: on a line of its own with a dash, else with a bracket. */
static void add_first_item(struct completion_list *list, const struct operand *item)
{
	bool own_line = list->cursor.may_be_key;
	bool logic = item->kind == OPERAND_LOGIC;
	list->cursor.needs_dash = list->cursor.needs_dash || own_line;
	list->opens_list = !list->cursor.needs_dash;
	add_operators(list, item->is_strict ? item->takes : TAKES_ANYTHING, logic);
	list->opens_list = false;
}

void complete_expression(struct completion_list *list)
{
	struct operand_place operand = list->operand;
	bool logic = operand.expected == OPERAND_LOGIC;
	bool expression = logic || operand.expected == OPERAND_VALUE;
	if (list->cursor.place == CURSOR_KEY) {
		if (expression)
			add_operators(list, operand.takes, logic);
		return;
	}
	if (operand.expected == OPERAND_LIST && begins_with_expression(operand.op)) {
		add_first_item(list, operand_item(operand.op->operands, 0));
		return;
	}
	if (!expression) {
		complete_names(list, &operand,
			operand_container(
				list->tree, &list->cursor, &list->place, &operand, list->arena));
		return;
	}
	if (!logic)
		add_values_beside(list, operand.takes);
	add_operators(list, operand.takes, logic);
	if (logic)
		complete_booleans(list);
}
