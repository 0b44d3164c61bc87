/* Operators where an expression begins, and the operands of the one around the cursor. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/cursor/operand_container.h"
#include "analyzer/model/grammar/expression_operator.h"

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

static void add_operators_of_rank(struct completion_list *list, bool logic, int wanted)
{
	size_t first = list->count;
	for (int i = 0; i < OPERATOR_TOTAL; i++) {
		enum operator_id op = (enum operator_id)i;
		if (rank(op) == wanted && (logic || !operator_is_logic(op)) &&
			belongs_here(&list->place, op))
			add_operator(list, operator_row(op));
	}
	/* What gives a number or a text is rarely a condition. */
	for (; logic && wanted == 3 && first < list->count; first++)
		list->items[first].precedence = 1;
}

/* What a named expression gives, as far as its text tells: only what is certainly something else
 * is left out. */
static bool gives(struct node expression, bool logic)
{
	if (node_kind(expression) != NODE_MAPPING || node_count(expression) != 1) {
		return node_kind(expression) != NODE_SCALAR || !logic ||
		       node_scalar_type(expression) == SCALAR_BOOLEAN;
	}
	enum operator_id op = expression_operator(expression, true).op;
	if (op == OPERATOR_NONE)
		return true;
	return logic ? operator_row(op)->result & TAKES_BOOLEAN : !operator_is_logic(op);
}

/* The expression itself is no part of it. */
static bool is_defined_here(const struct completion_list *list, struct string name)
{
	const struct place *place = &list->place;
	return place->keyname && place->keyname->construct == CONSTRUCT_VARIABILITY &&
	       place->expression_start > 0 &&
	       string_equal(list->cursor.path[place->expression_start - 1].key, name);
}

static void add_named_expressions(struct completion_list *list, bool logic)
{
	const char *op = logic ? "logic_expression" : "value_expression";
	struct name_list names = names_of(list->tree, DECLARED_EXPRESSION, list->arena);
	for (size_t i = 0; i < names.count; i++) {
		struct string name = names.items[i].name;
		if (!gives(names.items[i].value, logic) || is_defined_here(list, name))
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
	bool is_boolean = schema_primitive(list->types, schema) == PRIMITIVE_BOOLEAN;
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

static void add_inputs(struct completion_list *list, bool logic)
{
	struct name_list names = names_of(list->tree, DECLARED_VARIABILITY_INPUT, list->arena);
	for (size_t i = 0; i < names.count; i++) {
		struct name_entry input = names.items[i];
		struct string name = completion_quoted(list, input.name);
		if (logic) {
			add_condition_on(list, input);
			continue;
		}
		struct completion_item *item = completion_add_whole_call(list,
			COMPLETION_VARIABILITY_INPUT, input.name, "variability_input", name, name);
		if (item) {
			item->detail = STRING("variability_input");
			item->documentation = node_text(node_get(input.value, "description"));
		}
	}
}

/* The operators most in use, then what can be asked for by name, then all others. */
static void add_operators(struct completion_list *list, bool logic)
{
	if (list->cursor.place == CURSOR_KEY && list->cursor.sibling_count > 0)
		return; /* an expression has one operator */
	add_operators_of_rank(list, logic, 0);
	add_operators_of_rank(list, logic, 1);
	add_named_expressions(list, logic);
	add_inputs(list, logic);
	add_operators_of_rank(list, logic, 2);
	add_operators_of_rank(list, logic, 3);
}

void complete_implication(struct completion_list *list)
{
	list->opens_list = true;
	add_operators(list, true);
	list->opens_list = false;
}

/* Beside `{variability_input: mode}`, the values that the input may have. */
static void add_values_beside(struct completion_list *list)
{
	static const char *const spellings[] = {"variability_input:", "get_variability_input:"};
	for (size_t i = 0; i < list->cursor.item_count; i++) {
		struct string item = list->cursor.items[i];
		if (item.length < 3 || item.bytes[0] != '{')
			continue;
		size_t start = 1;
		while (start < item.length && item.bytes[start] == ' ')
			start++;
		for (size_t j = 0; j < 2; j++) {
			struct string rest = string_slice(item, start, item.length);
			if (!string_starts_with(rest, spellings[j]))
				continue;
			size_t begin = string_from(spellings[j]).length;
			while (begin < rest.length && rest.bytes[begin] == ' ')
				begin++;
			size_t end = begin;
			while (end < rest.length && rest.bytes[end] != '}' &&
				rest.bytes[end] != ' ')
				end++;
			size_t first = list->count;
			complete_input_values(list, string_slice(rest, begin, end));
			for (; first < list->count; first++)
				list->items[first].precedence = -1;
		}
	}
}

static bool begins_with_expression(const struct operator_row *row)
{
	enum operand_kind first = row ? operand_kind_at(row->operands, 0) : OPERAND_NONE;
	return first == OPERAND_LOGIC || first == OPERAND_VALUE;
}

/* A list begins: on a line of its own with a dash, else with a bracket. */
static void add_first_item(struct completion_list *list, bool logic)
{
	bool own_line = list->cursor.may_be_key;
	list->cursor.needs_dash = list->cursor.needs_dash || own_line;
	list->opens_list = !list->cursor.needs_dash;
	add_operators(list, logic);
	list->opens_list = false;
}

void complete_expression(struct completion_list *list)
{
	struct operand_place operand = list->operand;
	bool expression = operand.expected == OPERAND_LOGIC || operand.expected == OPERAND_VALUE;
	if (list->cursor.place == CURSOR_KEY) {
		if (expression)
			add_operators(list, operand.expected == OPERAND_LOGIC);
		return;
	}
	if (operand.expected == OPERAND_LIST && begins_with_expression(operand.op)) {
		add_first_item(list, operand_kind_at(operand.op->operands, 0) == OPERAND_LOGIC);
		return;
	}
	if (!expression) {
		complete_names(list, &operand,
			operand_container(
				list->tree, &list->cursor, &list->place, &operand, list->arena));
		return;
	}
	if (operand.expected == OPERAND_VALUE)
		add_values_beside(list);
	add_operators(list, operand.expected == OPERAND_LOGIC);
	if (operand.expected == OPERAND_LOGIC)
		complete_booleans(list);
}
