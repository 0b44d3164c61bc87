#include "analyzer/syntax/tree/scalar.h"

#include "analyzer/text/timestamp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_one_of(struct string text, const char *const *names)
{
	for (; *names; names++)
		if (string_is(text, *names))
			return true;
	return false;
}

static const char *const null_names[] = {"", "~", "null", "Null", "NULL", NULL};
static const char *const boolean_names[] = {
	"true", "True", "TRUE", "false", "False", "FALSE", NULL};
static const char *const infinity_names[] = {".inf", ".Inf", ".INF", NULL};
static const char *const nan_names[] = {".nan", ".NaN", ".NAN", NULL};

static size_t skip_sign(struct string text)
{
	return text.length && (text.bytes[0] == '-' || text.bytes[0] == '+');
}

static int digit_value(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return 99;
}

/* [-+]? [0-9]+ | 0o [0-7]+ | 0x [0-9a-fA-F]+ */
static bool is_integer(struct string text, int *base, size_t *digits)
{
	size_t i = skip_sign(text);

	*base = 10;
	if (i == 0 && text.length > 2 && text.bytes[0] == '0') {
		char letter = text.bytes[1];

		*base = letter == 'x' ? 16 : letter == 'o' ? 8 : 10;
		if (*base != 10)
			i += 2;
	}
	*digits = i;
	if (i == text.length)
		return false;
	for (; i < text.length; i++)
		if (digit_value(text.bytes[i]) >= *base)
			return false;
	return true;
}

static size_t skip_digits(struct string text, size_t i)
{
	while (i < text.length && is_digit(text.bytes[i]))
		i++;
	return i;
}

/* [-+]? ( [0-9]+ ( \. [0-9]* )? | \. [0-9]+ ) ( [eE] [-+]? [0-9]+ )? */
static bool is_float(struct string text)
{
	size_t start = skip_sign(text);
	size_t i = skip_digits(text, start);
	size_t digits = i - start;

	if (i < text.length && text.bytes[i] == '.') {
		size_t fraction = skip_digits(text, i + 1);

		digits += fraction - (i + 1);
		i = fraction;
	}
	if (digits == 0)
		return false;
	if (i < text.length && (text.bytes[i] == 'e' || text.bytes[i] == 'E')) {
		size_t exponent = i + 1;

		if (exponent < text.length &&
			(text.bytes[exponent] == '-' || text.bytes[exponent] == '+'))
			exponent++;
		i = skip_digits(text, exponent);
		if (i == exponent)
			return false;
	}
	return i == text.length;
}

static bool is_timestamp(struct string text)
{
	struct timestamp timestamp;

	return timestamp_read(text, &timestamp) && timestamp.is_yaml;
}

enum scalar_type scalar_type_of(struct string text)
{
	int base;
	size_t digits;

	if (is_one_of(text, null_names))
		return SCALAR_NULL;
	if (!strchr("+-.0123456789tTfF", text.bytes[0]))
		return SCALAR_STRING;
	if (is_one_of(text, boolean_names))
		return SCALAR_BOOLEAN;
	if (is_integer(text, &base, &digits))
		return SCALAR_INTEGER;
	if (is_float(text) || is_one_of(text, nan_names) ||
		is_one_of(string_slice(text, skip_sign(text), text.length), infinity_names))
		return SCALAR_FLOAT;
	if (is_timestamp(text))
		return SCALAR_TIMESTAMP;
	return SCALAR_STRING;
}

double scalar_number_of(struct string text)
{
	int base;
	size_t digits;

	if (text.length && is_integer(text, &base, &digits) && base != 10) {
		double value = 0;

		for (size_t i = digits; i < text.length; i++)
			value = value * base + digit_value(text.bytes[i]);
		return value;
	}
	if (is_float(text)) {
		char buffer[64];

		if (text.length < sizeof(buffer)) {
			memcpy(buffer, text.bytes, text.length);
			buffer[text.length] = '\0';
			return strtod(buffer, NULL);
		}
		return strtod(text.bytes, NULL); /* scalars are NUL-terminated in their arena */
	}
	if (is_one_of(string_slice(text, skip_sign(text), text.length), infinity_names))
		return text.bytes[0] == '-' ? -INFINITY : INFINITY;
	return NAN;
}
