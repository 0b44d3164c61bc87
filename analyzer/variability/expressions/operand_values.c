/* Reading and checking the operands of value operators. */
#include "analyzer/variability/expressions/value_operators.h"

#include <stdarg.h>

struct value_result value_known(struct value value)
{
	return (struct value_result){.outcome = VALUE_KNOWN, .value = value};
}

struct value_result value_known_number(double number)
{
	return value_known(value_from_number(number));
}

struct value_result value_known_boolean(bool boolean)
{
	return value_known(value_from_boolean(boolean));
}

struct value_result value_failure(
	struct value_context *context, struct node cause, const char *format, ...)
{
	struct value_result failure = {.outcome = VALUE_ERROR, .cause = cause};
	va_list arguments;

	va_start(arguments, format);
	failure.error = arena_format_list(value_context_arena(context), format, arguments);
	va_end(arguments);
	return failure;
}

static bool fail_type(struct value_context *context, struct value value, const char *expected,
	struct value_result *failure)
{
	struct string json = value_json(value_context_arena(context), value);

	*failure = value_failure(context, value.node, "Element \"%.*s\" is not %s",
		STRING_ARGUMENTS(json), expected);
	return false;
}

bool literal_list(struct value_context *context, struct value argument,
	const struct value_list **list, struct value_result *failure)
{
	if (argument.kind != VALUE_LIST)
		return fail_type(context, argument, "an array", failure);
	*list = argument.list;
	return true;
}

struct value list_item(const struct value_list *list, size_t position)
{
	return position < list->count ? list->items[position] : value_none();
}

bool literal_number(struct value_context *context, struct value literal, double *number,
	struct value_result *failure)
{
	if (literal.kind != VALUE_NUMBER)
		return fail_type(context, literal, "a number", failure);
	*number = literal.number;
	return true;
}

bool operand_value(struct value_context *context, struct value operand, struct value *value,
	struct value_result *failure)
{
	struct value_result result = value_evaluate(context, operand);

	if (result.outcome != VALUE_KNOWN) {
		*failure = result;
		return false;
	}
	*value = result.value;
	/* Nothing at all stays apart from null, which is written somewhere. */
	if (value->kind != VALUE_NONE && node_is_absent(value->node))
		value->node = operand.node;
	return true;
}

bool operand_number(struct value_context *context, struct value operand, double *number,
	struct value_result *failure)
{
	struct value value;

	return operand_value(context, operand, &value, failure) &&
	       literal_number(context, value, number, failure);
}

bool operand_string(struct value_context *context, struct value operand, struct string *string,
	struct value_result *failure)
{
	struct value value;

	if (!operand_value(context, operand, &value, failure))
		return false;
	if (value.kind != VALUE_STRING)
		return fail_type(context, value, "a string", failure);
	*string = value.string;
	return true;
}

bool literal_numbers(struct value_context *context, struct value argument, double **numbers,
	size_t *count, struct value_result *failure)
{
	const struct value_list *list;

	if (!literal_list(context, argument, &list, failure))
		return false;
	*count = list->count;
	*numbers = arena_allocate(value_context_arena(context), list->count, sizeof(**numbers));
	for (size_t i = 0; i < list->count; i++)
		if (!literal_number(context, list->items[i], &(*numbers)[i], failure))
			return false;
	return true;
}
