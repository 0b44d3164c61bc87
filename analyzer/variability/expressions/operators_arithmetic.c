/* Variability4TOSCA, section "Arithmetic Operators". */
#include "analyzer/variability/expressions/value_operators.h"

#include <math.h>

struct value_result evaluate_add(struct value_context *context, struct value argument)
{
	const struct value_list *list;
	struct value_result failure;
	double sum = 0, number;

	if (!literal_list(context, argument, &list, &failure))
		return failure;
	for (size_t i = 0; i < list->count; i++) {
		if (!operand_number(context, list->items[i], &number, &failure))
			return failure;
		sum += number;
	}
	return value_known_number(sum);
}

struct value_result evaluate_sub(struct value_context *context, struct value argument)
{
	const struct value_list *list;
	struct value_result failure;
	double difference, number;

	if (!literal_list(context, argument, &list, &failure) ||
		!operand_number(context, list_item(list, 0), &difference, &failure))
		return failure;
	for (size_t i = 1; i < list->count; i++) {
		if (!operand_number(context, list->items[i], &number, &failure))
			return failure;
		difference -= number;
	}
	return value_known_number(difference);
}

struct value_result evaluate_mul(struct value_context *context, struct value argument)
{
	const struct value_list *list;
	struct value_result failure;
	double product = 1, number;

	if (!literal_list(context, argument, &list, &failure))
		return failure;
	for (size_t i = 0; i < list->count; i++) {
		if (!operand_number(context, list->items[i], &number, &failure))
			return failure;
		product *= number;
	}
	return value_known_number(product);
}

/* Division by zero is no error: it gives an infinity or no number. */
static double divide(double a, double b)
{
	if (b != 0)
		return a / b;
	if (a == 0 || isnan(a) || isnan(b))
		return NAN;
	return signbit(a) == signbit(b) ? INFINITY : -INFINITY;
}

struct value_result evaluate_div(struct value_context *context, struct value argument)
{
	const struct value_list *list;
	struct value_result failure;
	double quotient, number;

	if (!literal_list(context, argument, &list, &failure) ||
		!operand_number(context, list_item(list, 0), &quotient, &failure))
		return failure;
	for (size_t i = 1; i < list->count; i++) {
		if (!operand_number(context, list->items[i], &number, &failure))
			return failure;
		quotient = divide(quotient, number);
	}
	return value_known_number(quotient);
}

struct value_result evaluate_mod(struct value_context *context, struct value argument)
{
	const struct value_list *list;
	struct value_result failure;
	double a, b;

	if (!literal_list(context, argument, &list, &failure) ||
		!operand_number(context, list_item(list, 0), &a, &failure) ||
		!operand_number(context, list_item(list, 1), &b, &failure))
		return failure;
	return value_known_number(fmod(a, b)); /* has the sign of the first operand */
}
