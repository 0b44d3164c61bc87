/* Variability4TOSCA, section "Intrinsic Functions": concat, join, token. */
#include "analyzer/variability/expressions/value_operators.h"
#include "analyzer/variability/values/value_text.h"

#include "analyzer/text/position.h"

#include <math.h>

/* Longer texts help nobody, and a few expressions that double each other would take all memory. */
enum {
	LONGEST_TEXT = 1 << 20 /* bytes */
};

static struct value_result join_operands(
	struct value_context *context, const struct value_list *list, struct string delimiter)
{
	struct arena *arena = value_context_arena(context);
	struct text_buffer buffer = {.arena = arena};
	struct value_result failure;
	struct value value;

	for (size_t i = 0; i < list->count; i++) {
		if (!operand_value(context, list->items[i], &value, &failure))
			return failure;
		if (i > 0)
			text_buffer_add(&buffer, delimiter);
		text_buffer_add(&buffer, value_text(arena, value));
		if (text_buffer_string(&buffer).length > LONGEST_TEXT)
			return value_failure(context, list->items[i].node,
				"The text becomes longer than %d bytes", LONGEST_TEXT);
	}
	return value_known(value_from_string(text_buffer_string(&buffer)));
}

struct value_result evaluate_concat(struct value_context *context, struct value argument)
{
	const struct value_list *list;
	struct value_result failure;

	if (!literal_list(context, argument, &list, &failure))
		return failure;
	return join_operands(context, list, STRING(""));
}

struct value_result evaluate_join(struct value_context *context, struct value argument)
{
	const struct value_list *list, *items;
	struct value_result failure;
	struct string delimiter = STRING(",");

	if (!literal_list(context, argument, &list, &failure) ||
		!literal_list(context, list_item(list, 0), &items, &failure))
		return failure;
	if (list->count > 1)
		delimiter = list->items[1].kind == VALUE_NONE
				    ? STRING("null")
				    : value_text(value_context_arena(context), list->items[1]);
	return join_operands(context, items, delimiter);
}

/* The UTF-16 code unit at a place; half of a pair of surrogates has no text of its own. */
static struct value unit_at(struct string text, double index)
{
	uint32_t units = position_count_units(text, POSITION_UTF16), start, end;

	if (index >= units)
		return value_none();
	start = position_skip_units(text, (uint32_t)index, POSITION_UTF16);
	end = position_skip_units(text, (uint32_t)index + 1, POSITION_UTF16);
	if (start == end || end - start > 3)
		return value_from_string(STRING("\xef\xbf\xbd"));
	return value_from_string(string_slice(text, start, end));
}

static struct value piece_at(struct string text, struct string delimiter, double index)
{
	size_t start = 0;

	for (size_t end; (end = string_find(text, start, delimiter)) < text.length; index--) {
		if (index == 0)
			return value_from_string(string_slice(text, start, end));
		start = end + delimiter.length;
	}
	if (index == 0)
		return value_from_string(string_slice(text, start, text.length));
	return value_none();
}

/* The index must be written as a whole number, "1" counts as 1; others name no piece. */
static bool piece_index(struct value literal, double *index)
{
	if (literal.kind == VALUE_NUMBER) {
		*index = literal.number;
	} else if (literal.kind == VALUE_STRING && literal.string.length > 0 &&
		   (literal.string.length == 1 || literal.string.bytes[0] != '0')) {
		for (size_t i = 0; i < literal.string.length; i++)
			if (literal.string.bytes[i] < '0' || literal.string.bytes[i] > '9')
				return false;
		*index = value_number_of_string(literal.string);
	} else {
		return false;
	}
	return *index >= 0 && *index < 4294967295.0 && floor(*index) == *index;
}

struct value_result evaluate_token(struct value_context *context, struct value argument)
{
	const struct value_list *list;
	struct value_result failure;
	struct string text, delimiter;
	struct value piece;
	double index;

	if (!literal_list(context, argument, &list, &failure) ||
		!operand_string(context, list_item(list, 0), &text, &failure))
		return failure;
	if (!piece_index(list_item(list, 2), &index))
		return value_known(value_none());
	if (list->items[1].kind == VALUE_NONE)
		delimiter = STRING("null");
	else
		delimiter = value_text(value_context_arena(context), list->items[1]);
	piece = delimiter.length == 0 ? unit_at(text, index) : piece_at(text, delimiter, index);
	return value_known(piece);
}
