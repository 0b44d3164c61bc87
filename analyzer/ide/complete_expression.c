/* Operators where an expression begins, and the operands of the one around the cursor. */
#include "analyzer/ide/completion_list.h"
#include "analyzer/ide/operand_container.h"

static void describe(
	struct completion_list *list, struct completion_item *item, const struct operator_row *row)
{
	if (item == NULL) {
		return;
	}
	item->detail = string_from(row->signature);
	item->documentation = arena_format(list->arena, "%s\n\n%s: `%s: %s`", row->summary,
		operator_group_title(row->group), row->name, row->signature);
}

static void add_operator(struct completion_list *list, const struct operator_row *row)
{
	describe(list,
		completion_add_call(list, COMPLETION_OPERATOR, string_from(row->name),
			operands_signature(row, list->arena)),
		row);
}

/* The operators people need most come first. */
static int rank(enum operator operator)
{
	switch (operator) {
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
		return operator_is_logic(operator) ? 2 : 3;
	}
}

static void add_operators(struct completion_list *list, bool logic)
{
	if (list->cursor.place == CURSOR_KEY && list->cursor.sibling_count > 0) {
		return; /* an expression has one operator */
	}
	for (int wanted = 0; wanted <= 3; wanted++) {
		for (int i = 0; i < OPERATOR_TOTAL; i++) {
			enum operator operator=(enum operator) i;
			if (rank(operator) == wanted && (logic || !operator_is_logic(operator))) {
				add_operator(list, operator_row(operator));
			}
		}
	}
}

/* Beside `{variability_input: mode}`, the values that the input may have. */
static void add_values_beside(struct completion_list *list)
{
	static const char *const spellings[] = {"variability_input:", "get_variability_input:"};
	for (size_t i = 0; i < list->cursor.item_count; i++) {
		struct string item = list->cursor.items[i];
		if (item.length < 3 || item.bytes[0] != '{') {
			continue;
		}
		size_t start = 1;
		while (start < item.length && item.bytes[start] == ' ') {
			start++;
		}
		for (size_t j = 0; j < 2; j++) {
			struct string rest = string_slice(item, start, item.length);
			if (!string_starts_with(rest, spellings[j])) {
				continue;
			}
			size_t begin = string_from(spellings[j]).length;
			while (begin < rest.length && rest.bytes[begin] == ' ') {
				begin++;
			}
			size_t end = begin;
			while (end < rest.length && rest.bytes[end] != '}' &&
				rest.bytes[end] != ' ') {
				end++;
			}
			complete_input_values(list, string_slice(rest, begin, end));
		}
	}
}

void complete_expression(struct completion_list *list)
{
	struct operand_place operand = list->operand;
	bool expression = operand.expected == EXPECTED_LOGIC || operand.expected == EXPECTED_VALUE;
	if (list->cursor.place == CURSOR_KEY) {
		if (expression) {
			add_operators(list, operand.expected == EXPECTED_LOGIC);
		}
		return;
	}
	if (!expression) {
		complete_names(list, &operand,
			operand_container(
				list->tree, &list->cursor, &list->place, &operand, list->arena));
		return;
	}
	if (operand.expected == EXPECTED_VALUE) {
		add_values_beside(list);
	}
	add_operators(list, operand.expected == EXPECTED_LOGIC);
	if (operand.expected == EXPECTED_LOGIC) {
		complete_booleans(list);
	}
}
