#include "analyzer/model/text/version_text.h"

static bool is_digits(struct string text)
{
	for (size_t i = 0; i < text.length; i++)
		if (text.bytes[i] < '0' || text.bytes[i] > '9')
			return false;
	return text.length > 0;
}

static struct string next_part(struct string *rest, char separator)
{
	size_t length = 0;
	while (length < rest->length && rest->bytes[length] != separator)
		length++;
	struct string part = string_slice(*rest, 0, length);
	*rest = length < rest->length ? string_slice(*rest, length + 1, rest->length)
				      : (struct string){0};
	return part;
}

static bool is_qualifier(struct string text)
{
	for (size_t i = 0; i < text.length; i++) {
		char c = text.bytes[i];
		bool good = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
			    (c >= 'A' && c <= 'Z') || c == '_';
		if (!good)
			return false;
	}
	return text.length > 0;
}

static bool is_zero(struct string digits)
{
	for (size_t i = 0; i < digits.length; i++)
		if (digits.bytes[i] != '0')
			return false;
	return true;
}

/* "A version value of zero used with any qualifiers SHALL NOT be valid." */
bool version_text_is_valid(struct string text)
{
	struct string rest = text;
	bool are_zero = true;
	for (int i = 0; i < 3; i++) {
		struct string part = next_part(&rest, '.');
		are_zero = are_zero && is_zero(part);
		if (!is_digits(part) || (i == 0 && !rest.bytes))
			return false;
		if (!rest.bytes)
			return true;
	}
	return !are_zero && is_qualifier(next_part(&rest, '-')) && (!rest.bytes || is_digits(rest));
}

bool version_text_is_valid_1_x(struct string text)
{
	return string_is(text, "0") || version_text_is_valid(text);
}

const char *version_text_expected(struct node value)
{
	if (node_kind(value) == NODE_SCALAR && node_scalar_type(value) == SCALAR_FLOAT &&
		version_text_is_valid(node_text(value)))
		return "a version in quotes";
	return "a version such as 1.2 or 1.2.3.beta-4";
}

/* Digits, which may be more than any number type holds. */
static int compare_digits(struct string a, struct string b)
{
	while (a.length > 1 && a.bytes[0] == '0')
		a = string_slice(a, 1, a.length);
	while (b.length > 1 && b.bytes[0] == '0')
		b = string_slice(b, 1, b.length);
	if (a.length != b.length)
		return a.length < b.length ? -1 : 1;
	return a.length ? memcmp(a.bytes, b.bytes, a.length) : 0;
}

/* Of what follows the fix version: "<qualifier>[-<build>]". */
static bool order_qualified(struct string a, struct string b, int *order)
{
	*order = (a.length == 0) - (b.length == 0);
	if (a.length == 0 || b.length == 0)
		return true;
	if (!string_equal(next_part(&a, '-'), next_part(&b, '-')))
		return false;
	*order = compare_digits(a.bytes ? a : STRING("0"), b.bytes ? b : STRING("0"));
	return true;
}

bool version_text_order(struct string a, struct string b, int *order)
{
	if (!version_text_is_valid(a) || !version_text_is_valid(b))
		return false;
	for (int i = 0; i < 3; i++) {
		struct string left = a.bytes ? next_part(&a, '.') : STRING("0");
		struct string right = b.bytes ? next_part(&b, '.') : STRING("0");
		*order = compare_digits(left, right);
		if (*order != 0)
			return true;
	}
	return order_qualified(a, b, order);
}
