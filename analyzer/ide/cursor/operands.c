#include "analyzer/ide/cursor/operands.h"

int32_t operands_position(struct string operand)
{
	int32_t position = 0;
	for (size_t i = 0; i < operand.length; i++) {
		if (operand.bytes[i] < '0' || operand.bytes[i] > '9' || i > 8)
			return -1;
		position = 10 * position + (operand.bytes[i] - '0');
	}
	return operand.length > 0 ? position : -1;
}

static bool tells_enough(const struct operand *operands)
{
	for (size_t i = 0; i < MOST_OPERANDS; i++) {
		enum operand_kind kind = operand_kind_at(operands, i);
		if (kind == OPERAND_LITERAL || kind == OPERAND_LIST)
			return false;
	}
	return true;
}

struct string operands_signature(const struct operator_row *row, struct arena *arena)
{
	const struct operand *operands = row->operands;
	bool is_list = operands->kind == OPERAND_LIST;
	if ((is_list && operands->label) || !tells_enough(operands))
		return operand_signature(operands, arena);
	if (!is_list)
		return string_from(operand_kind_name(operands->kind));
	bool repeats = operand_repeats(operands);
	struct string text = STRING("[");
	for (size_t i = 0; i < (repeats ? 2 : operands->most); i++) {
		text = arena_format(arena, "%.*s%s%s", STRING_ARGUMENTS(text), i > 0 ? ", " : "",
			operand_kind_name(operand_kind_at(operands, i)));
	}
	return arena_format(arena, "%.*s%s]", STRING_ARGUMENTS(text), repeats ? ", …" : "");
}

/* Other types may make no sense, but are no error. */
static unsigned types_taken(const struct operand *operand)
{
	return operand && operand->is_strict ? operand->takes : TAKES_ANYTHING;
}

static bool is_expression(enum operand_kind expected)
{
	return expected == OPERAND_LOGIC || expected == OPERAND_VALUE;
}

/* An item of the list that the place is in. */
static void step_into_item(
	struct operand_place *place, const struct operand **around, int32_t index)
{
	const struct operand *list = *around;
	if (!list || list->kind != OPERAND_LIST) {
		place->expected =
			place->expected == OPERAND_VALUE ? OPERAND_VALUE : OPERAND_LITERAL;
		*around = NULL;
		place->takes = TAKES_ANYTHING;
		return;
	}
	const struct operand *item = operand_item(list, (size_t)index);
	if (place->operand < 0) {
		place->operand = index;
		place->container = index > 0 && !operand_repeats(list)
					   ? operand_kind_at(list, (size_t)index - 1)
					   : OPERAND_NONE;
		place->keywords = index == 0 && item->keywords;
	}
	place->expected = item ? item->kind : OPERAND_NONE;
	place->takes = types_taken(item);
	*around = item;
}

/* The operand of the operator that `key` names. */
static bool step_into_operator(
	struct operand_place *place, const struct operand **around, struct string key)
{
	enum operator_id op = is_expression(place->expected)
				      ? operator_called(key, place->expected == OPERAND_LOGIC)
				      : OPERATOR_NONE;
	if (op == OPERATOR_NONE)
		return false;
	place->op = operator_row(op);
	*around = place->op->operands;
	place->expected = (*around)->kind;
	/* What is referred to gives what is asked for here. */
	if (place->op->group != OPERATORS_REFERENCE)
		place->takes = types_taken(*around);
	place->keywords = (*around)->keywords;
	place->container = OPERAND_NONE;
	place->operand = place->expected == OPERAND_LIST || is_expression(place->expected) ? -1 : 0;
	return true;
}

struct operand_place operands_at(const struct cursor_step *path, size_t length, bool logic)
{
	struct operand_place place = {.expected = logic ? OPERAND_LOGIC : OPERAND_VALUE,
		.takes = TAKES_ANYTHING,
		.operand = -1};
	const struct operand *around = NULL;
	for (size_t i = 0; i < length; i++) {
		if (path[i].index >= 0) {
			step_into_item(&place, &around, path[i].index);
		} else if (step_into_operator(&place, &around, path[i].key)) {
			place.steps = i + 1;
		} else {
			return (struct operand_place){.operand = -1};
		}
	}
	return place;
}
