#include "analyzer/variability/value_operators.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Sorted by name. The order is that in which the reference implementation asks for the
 * operators; deprecated spellings share the place of what replaced them. */
// clang-format off
static const struct value_operator operators[] = {
	{"add", 1, evaluate_add},
	{"after", 45, evaluate_after},
	{"after_or_same", 46, evaluate_after_or_same},
	{"before", 43, evaluate_before},
	{"before_or_same", 44, evaluate_before_or_same},
	{"concat", 8, evaluate_concat},
	{"count", 24, evaluate_count},
	{"div", 4, evaluate_div},
	{"equal", 11, evaluate_equal},
	{"exponential_regression", 34, evaluate_exponential_regression},
	{"get_current_weekday", 41, evaluate_weekday},
	{"get_variability_condition", 7, evaluate_value_expression},
	{"get_variability_expression", 7, evaluate_value_expression},
	{"get_variability_input", 6, evaluate_variability_input},
	{"greater", 12, evaluate_greater},
	{"greater_or_equal", 13, evaluate_greater_or_equal},
	{"greater_than", 12, evaluate_greater},
	{"in_range", 16, evaluate_in_range},
	{"join", 9, evaluate_join},
	{"length", 18, evaluate_length},
	{"less", 14, evaluate_less},
	{"less_or_equal", 15, evaluate_less_or_equal},
	{"less_than", 14, evaluate_less},
	{"linear_regression", 31, evaluate_linear_regression},
	{"logarithmic_regression", 33, evaluate_logarithmic_regression},
	{"max", 26, evaluate_max},
	{"max_length", 20, evaluate_max_length},
	{"mean", 27, evaluate_mean},
	{"median", 28, evaluate_median},
	{"min", 25, evaluate_min},
	{"min_length", 19, evaluate_min_length},
	{"mod", 5, evaluate_mod},
	{"mul", 3, evaluate_mul},
	{"polynomial_regression", 32, evaluate_polynomial_regression},
	{"same", 42, evaluate_same},
	{"standard_deviation", 30, evaluate_standard_deviation},
	{"sub", 2, evaluate_sub},
	{"sum", 23, evaluate_sum},
	{"token", 10, evaluate_token},
	{"valid_values", 17, evaluate_valid_values},
	{"value_expression", 7, evaluate_value_expression},
	{"variability_input", 6, evaluate_variability_input},
	{"variance", 29, evaluate_variance},
	{"weekday", 41, evaluate_weekday},
	{"within", 47, evaluate_within},
};
// clang-format on

const struct value_operator *value_operator_find(struct string keyname)
{
	size_t low = 0, high = sizeof(operators) / sizeof(operators[0]);

	while (low < high) {
		size_t middle = (low + high) / 2;
		int order = string_compare(keyname, string_from(operators[middle].name));

		if (order == 0)
			return &operators[middle];
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return NULL;
}

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
	for (size_t i = 0; i < list->count; i++) {
		if (!literal_number(context, list->items[i], &(*numbers)[i], failure))
			return false;
	}
	return true;
}
