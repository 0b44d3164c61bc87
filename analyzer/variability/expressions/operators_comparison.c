/* Variability4TOSCA, section "Constraint Operators". */
#include "analyzer/variability/expressions/value_operators.h"

#include "analyzer/text/position.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What ECMAScript passes over around a number. */
static const char *const blanks[] = {"\t", "\n", "\v", "\f", "\r", " ", "\u00a0", "\u1680",
	"\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008",
	"\u2009", "\u200a", "\u2028", "\u2029", "\u202f", "\u205f", "\u3000", "\ufeff", NULL};

static struct string without_blanks(struct string string)
{
	for (const char *const *blank = blanks; *blank;) {
		size_t length = strlen(*blank);

		if (string_starts_with(string, *blank))
			string = string_slice(string, length, string.length);
		else if (string_ends_with(string, *blank))
			string = string_slice(string, 0, string.length - length);
		else {
			blank++;
			continue;
		}
		blank = blanks;
	}
	return string;
}

static bool digits_only(const char *text, size_t length, const char *digits)
{
	return length > 0 && strspn(text, digits) >= length;
}

static double number_in_base(const char *text, size_t length, int base)
{
	double number = 0;

	for (size_t i = 0; i < length; i++) {
		int digit = text[i] <= '9' ? text[i] - '0' : (text[i] | 0x20) - 'a' + 10;

		number = number * base + digit;
	}
	return number;
}

/* A decimal: digits, a point, an exponent; nothing that only strtod knows. */
static bool is_decimal(const char *text)
{
	const char *c = text + (*text == '+' || *text == '-');
	size_t before = strspn(c, "0123456789"), behind = 0;

	c += before;
	if (*c == '.') {
		behind = strspn(c + 1, "0123456789");
		c += 1 + behind;
	}
	if (before + behind == 0)
		return false;
	if (*c == 'e' || *c == 'E') {
		c++;
		c += *c == '+' || *c == '-';
		if (!strspn(c, "0123456789"))
			return false;
		c += strspn(c, "0123456789");
	}
	return *c == '\0';
}

static double number_of_text(const char *text, size_t length)
{
	if (length == 0)
		return 0;
	if (length > 2 && text[0] == '0') {
		char base = (char)(text[1] | 0x20);

		if (base == 'x' && digits_only(text + 2, length - 2, "0123456789abcdefABCDEF"))
			return number_in_base(text + 2, length - 2, 16);
		if (base == 'o' && digits_only(text + 2, length - 2, "01234567"))
			return number_in_base(text + 2, length - 2, 8);
		if (base == 'b' && digits_only(text + 2, length - 2, "01"))
			return number_in_base(text + 2, length - 2, 2);
	}
	if (strcmp(text, "Infinity") == 0 || strcmp(text, "+Infinity") == 0)
		return INFINITY;
	if (strcmp(text, "-Infinity") == 0)
		return -INFINITY;
	return is_decimal(text) ? strtod(text, NULL) : NAN;
}

double value_number_of_string(struct string string)
{
	char text[400];

	string = without_blanks(string);
	if (string.length >= sizeof(text))
		return NAN;
	memcpy(text, string.length ? string.bytes : "", string.length);
	text[string.length] = '\0';
	if (strlen(text) != string.length)
		return NAN;
	return number_of_text(text, string.length);
}

/* Bytes sort like code points, and code points like UTF-16 code units, but for the
 * surrogates, which stand before U+E000 to U+FFFF. */
static int compare_utf16(struct string a, struct string b)
{
	size_t shared = a.length < b.length ? a.length : b.length;

	for (size_t i = 0; i < shared; i++) {
		unsigned char x = (unsigned char)a.bytes[i], y = (unsigned char)b.bytes[i];

		if (x == y)
			continue;
		if (x >= 0xf0 && (y == 0xee || y == 0xef))
			return -1;
		if (y >= 0xf0 && (x == 0xee || x == 0xef))
			return 1;
		return x < y ? -1 : 1;
	}
	return (a.length > b.length) - (a.length < b.length);
}

static bool is_textual(struct value value)
{
	return value.kind == VALUE_STRING || value.kind == VALUE_LIST || value.kind == VALUE_MAP;
}

static double number_of(struct arena *arena, struct value value)
{
	switch (value.kind) {
	case VALUE_NONE:
		return node_is_absent(value.node) ? NAN : 0; /* nothing at all; null */
	case VALUE_BOOLEAN:
		return value.boolean ? 1 : 0;
	case VALUE_NUMBER:
	case VALUE_DATE:
		return value.number;
	case VALUE_STRING:
	case VALUE_LIST:
	case VALUE_MAP:
		return value_number_of_string(value_text(arena, value));
	}
	return NAN;
}

enum value_order value_compare(struct arena *arena, struct value a, struct value b)
{
	double x, y;

	if (is_textual(a) && is_textual(b)) {
		int order = compare_utf16(value_text(arena, a), value_text(arena, b));

		return order < 0 ? VALUE_LESS : order > 0 ? VALUE_GREATER : VALUE_SAME;
	}
	x = number_of(arena, a);
	y = number_of(arena, b);
	if (isnan(x) || isnan(y))
		return VALUE_UNORDERED;
	return x < y ? VALUE_LESS : x > y ? VALUE_GREATER : VALUE_SAME;
}

/* Stops at the first operand that differs. */
struct value_result evaluate_equal(struct value_context *context, struct value argument)
{
	const struct value_list *list;
	struct value_result failure;
	struct value first, value;

	if (!literal_list(context, argument, &list, &failure) ||
		!operand_value(context, list_item(list, 0), &first, &failure))
		return failure;
	for (size_t i = 0; i < list->count; i++) {
		if (!operand_value(context, list->items[i], &value, &failure))
			return failure;
		if (!value_identical(value, first))
			return value_known_boolean(false);
	}
	return value_known_boolean(true);
}

static bool compare_operands(struct value_context *context, struct value argument,
	enum value_order *order, struct value_result *failure)
{
	const struct value_list *list;
	struct value a, b;

	if (!literal_list(context, argument, &list, failure) ||
		!operand_value(context, list_item(list, 0), &a, failure) ||
		!operand_value(context, list_item(list, 1), &b, failure))
		return false;
	*order = value_compare(value_context_arena(context), a, b);
	return true;
}

struct value_result evaluate_greater(struct value_context *context, struct value argument)
{
	struct value_result failure;
	enum value_order order;

	if (!compare_operands(context, argument, &order, &failure))
		return failure;
	return value_known_boolean(order == VALUE_GREATER);
}

struct value_result evaluate_greater_or_equal(struct value_context *context, struct value argument)
{
	struct value_result failure;
	enum value_order order;

	if (!compare_operands(context, argument, &order, &failure))
		return failure;
	return value_known_boolean(order == VALUE_GREATER || order == VALUE_SAME);
}

struct value_result evaluate_less(struct value_context *context, struct value argument)
{
	struct value_result failure;
	enum value_order order;

	if (!compare_operands(context, argument, &order, &failure))
		return failure;
	return value_known_boolean(order == VALUE_LESS);
}

struct value_result evaluate_less_or_equal(struct value_context *context, struct value argument)
{
	struct value_result failure;
	enum value_order order;

	if (!compare_operands(context, argument, &order, &failure))
		return failure;
	return value_known_boolean(order == VALUE_LESS || order == VALUE_SAME);
}

/* The bounds are taken as written and belong to the range. */
struct value_result evaluate_in_range(struct value_context *context, struct value argument)
{
	struct arena *arena = value_context_arena(context);
	const struct value_list *list, *bounds;
	struct value_result failure;
	enum value_order lower, upper;
	struct value value;

	if (!literal_list(context, argument, &list, &failure) ||
		!operand_value(context, list_item(list, 0), &value, &failure) ||
		!literal_list(context, list_item(list, 1), &bounds, &failure))
		return failure;
	lower = value_compare(arena, list_item(bounds, 0), value);
	upper = value_compare(arena, value, list_item(bounds, 1));
	return value_known_boolean((lower == VALUE_LESS || lower == VALUE_SAME) &&
				   (upper == VALUE_LESS || upper == VALUE_SAME));
}

struct value_result evaluate_valid_values(struct value_context *context, struct value argument)
{
	const struct value_list *list, *members;
	struct value_result failure;
	struct value value, member;
	bool found = false;

	if (!literal_list(context, argument, &list, &failure) ||
		!operand_value(context, list_item(list, 0), &value, &failure) ||
		!literal_list(context, list_item(list, 1), &members, &failure))
		return failure;
	for (size_t i = 0; i < members->count; i++) {
		if (!operand_value(context, members->items[i], &member, &failure))
			return failure;
		found = found || value_identical(value, member);
	}
	return value_known_boolean(found);
}

static bool length_operands(struct value_context *context, struct value argument, double *length,
	double *expected, struct value_result *failure)
{
	const struct value_list *list;
	struct string string;

	if (!literal_list(context, argument, &list, failure) ||
		!operand_string(context, list_item(list, 0), &string, failure) ||
		!operand_number(context, list_item(list, 1), expected, failure))
		return false;
	*length = position_count_units(string, POSITION_UTF16);
	return true;
}

struct value_result evaluate_length(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double length, expected;

	if (!length_operands(context, argument, &length, &expected, &failure))
		return failure;
	return value_known_boolean(length == expected);
}

struct value_result evaluate_min_length(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double length, expected;

	if (!length_operands(context, argument, &length, &expected, &failure))
		return failure;
	return value_known_boolean(length >= expected);
}

struct value_result evaluate_max_length(struct value_context *context, struct value argument)
{
	struct value_result failure;
	double length, expected;

	if (!length_operands(context, argument, &length, &expected, &failure))
		return failure;
	return value_known_boolean(length <= expected);
}
