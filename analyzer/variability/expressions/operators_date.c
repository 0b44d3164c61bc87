/* Variability4TOSCA, section "Date Operators". Dates are taken as written: they are
 * never evaluated. */
#include "analyzer/variability/expressions/value_operators.h"
#include "analyzer/variability/values/date.h"

#include <math.h>

static bool read_date(struct value_context *context, struct value literal, double *date,
	struct value_result *failure)
{
	switch (literal.kind) {
	case VALUE_DATE:
	case VALUE_NUMBER:
		*date = fabs(literal.number) <= 8.64e15 ? trunc(literal.number) : NAN;
		break;
	case VALUE_STRING:
		*date = date_from_string(literal.string);
		break;
	default:
		*date = NAN;
	}
	if (!isnan(*date))
		return true;
	*failure = value_failure(context, literal.node, "Element \"Invalid Date\" is not a date");
	return false;
}

static bool read_dates(struct value_context *context, struct value argument, double *a, double *b,
	struct value_result *failure)
{
	const struct value_list *list;

	return literal_list(context, argument, &list, failure) &&
	       read_date(context, list_item(list, 0), a, failure) &&
	       read_date(context, list_item(list, 1), b, failure);
}

struct value_result evaluate_weekday(struct value_context *context, struct value argument)
{
	(void)context;
	(void)argument;
	return value_known(value_from_string(string_from(date_weekday())));
}

struct value_result evaluate_same(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double a, b;

	if (!read_dates(context, argument, &a, &b, &failure))
		return failure;
	return value_known_boolean(a == b);
}

struct value_result evaluate_before(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double a, b;

	if (!read_dates(context, argument, &a, &b, &failure))
		return failure;
	return value_known_boolean(a < b);
}

struct value_result evaluate_before_or_same(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double a, b;

	if (!read_dates(context, argument, &a, &b, &failure))
		return failure;
	return value_known_boolean(a <= b);
}

struct value_result evaluate_after(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double a, b;

	if (!read_dates(context, argument, &a, &b, &failure))
		return failure;
	return value_known_boolean(a > b);
}

struct value_result evaluate_after_or_same(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double a, b;

	if (!read_dates(context, argument, &a, &b, &failure))
		return failure;
	return value_known_boolean(a >= b);
}

/* Strictly between two dates, whichever of them is the earlier one. */
struct value_result evaluate_within(struct value_context *context, struct value argument)
{
	const struct value_list *list;
	struct value_result failure;
	double date, a, b;

	if (!literal_list(context, argument, &list, &failure) ||
		!read_date(context, list_item(list, 0), &date, &failure) ||
		!read_dates(context, list_item(list, 1), &a, &b, &failure))
		return failure;
	return value_known_boolean((a < date && date < b) || (b < date && date < a));
}
