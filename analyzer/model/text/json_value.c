#include "analyzer/model/text/json_value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool json_value_is_string(struct node value)
{
	return node_kind(value) == NODE_SCALAR && node_scalar_style(value) != SCALAR_PLAIN;
}

static bool is_word(struct node value, const char *word)
{
	return node_kind(value) == NODE_SCALAR && !json_value_is_string(value) &&
	       string_is(node_text(value), word);
}

static bool is_boolean(struct node value)
{
	return is_word(value, "true") || is_word(value, "false");
}

double json_value_number(struct node value)
{
	char digits[64] = {0};
	struct string text = node_text(value);
	if (node_kind(value) != NODE_SCALAR || json_value_is_string(value) || is_boolean(value) ||
		is_word(value, "null") || text.length >= sizeof(digits))
		return NAN;
	memcpy(digits, text.bytes, text.length);
	return strtod(digits, NULL);
}

static bool has_point(struct string digits)
{
	for (size_t i = 0; i < digits.length; i++)
		if (strchr(".eE", digits.bytes[i]))
			return true;
	return false;
}

enum verdict json_value_is_of_type(struct node value, struct string type)
{
	double number = json_value_number(value);
	if (string_is(type, "object"))
		return verdict_of(node_kind(value) == NODE_MAPPING);
	if (string_is(type, "array"))
		return verdict_of(node_kind(value) == NODE_SEQUENCE);
	if (string_is(type, "string"))
		return verdict_of(json_value_is_string(value));
	if (string_is(type, "boolean"))
		return verdict_of(is_boolean(value));
	if (string_is(type, "null"))
		return verdict_of(is_word(value, "null"));
	if (string_is(type, "number"))
		return verdict_of(!isnan(number));
	if (!string_is(type, "integer"))
		return UNKNOWN;
	/* 1.0 is an integer in some drafts. */
	bool is_whole = !isnan(number) && number == floor(number);
	return is_whole && has_point(node_text(value)) ? UNKNOWN : verdict_of(is_whole);
}

static bool equal_scalars(struct node a, struct node b)
{
	double x = json_value_number(a);
	double y = json_value_number(b);
	if (!isnan(x) || !isnan(y))
		return x == y;
	return json_value_is_string(a) == json_value_is_string(b) &&
	       string_equal(node_text(a), node_text(b));
}

bool json_value_equal(struct node a, struct node b)
{
	if (node_kind(a) != node_kind(b) || node_count(a) != node_count(b))
		return false;
	if (node_kind(a) == NODE_SCALAR)
		return equal_scalars(a, b);
	for (uint32_t i = 0; i < node_count(a); i++) {
		struct node_entry left = {.value = node_item(a, i)};
		struct node_entry right = {.value = node_item(b, i)};
		if (node_kind(a) == NODE_MAPPING) {
			left = node_entry(a, i);
			right = node_find(b, node_text(left.key));
		}
		if (node_is_absent(right.value) || !json_value_equal(left.value, right.value))
			return false;
	}
	return true;
}
