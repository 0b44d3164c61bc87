#include "analyzer/model/values/primitive_value.h"

#include "analyzer/model/text/timestamp_text.h"
#include "analyzer/model/text/version_text.h"
#include "analyzer/model/values/constraint_check.h"
#include "analyzer/model/values/scalar_unit.h"
#include "analyzer/model/values/value_check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_scalar_of(struct node value, enum scalar_type type)
{
	return node_kind(value) == NODE_SCALAR && node_scalar_type(value) == type;
}

static bool is_text(enum definitions_version version, struct node value)
{
	if (node_kind(value) != NODE_SCALAR || node_is_null(value))
		return false;
	/* TOSCA 1.x: an unquoted 8080 or true is accepted for a string by common tools. */
	return !version_is_2_0(version) || node_is_string(value) ||
	       node_scalar_type(value) == SCALAR_TIMESTAMP;
}

/* TOSCA knows the lower-case words only; 2.0 is strict about it. For 1.x, common tools take
 * them in quotes as well. */
static bool is_boolean(enum definitions_version version, struct node value)
{
	bool is_word =
		node_kind(value) == NODE_SCALAR &&
		(string_is(node_text(value), "true") || string_is(node_text(value), "false"));
	if (version_is_2_0(version))
		return is_word && is_scalar_of(value, SCALAR_BOOLEAN);
	return is_word || is_scalar_of(value, SCALAR_BOOLEAN);
}

static bool is_base64(struct string text)
{
	size_t count = 0;
	size_t padding = 0;
	for (size_t i = 0; i < text.length; i++) {
		char c = text.bytes[i];
		bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
			      (c >= '0' && c <= '9') || c == '+' || c == '/';
		if ((!letter && c != '=' && c != '\n' && c != ' ' && c != '\r') ||
			(letter && padding > 0))
			return false;
		count += letter;
		padding += c == '=';
	}
	return padding <= 2 && (count + padding) % 4 == 0;
}

static bool is_date(enum definitions_version version, struct node value)
{
	struct string text = node_text(value);
	if (version_is_2_0(version))
		return (node_is_string(value) || is_scalar_of(value, SCALAR_TIMESTAMP)) &&
		       timestamp_text_is_valid(text);
	return (node_is_string(value) || is_scalar_of(value, SCALAR_TIMESTAMP)) &&
	       timestamp_text_is_yaml(text);
}

/* "When specifying a version string that contains just a major and a minor version number, the
 * version string must be enclosed in quotes." To YAML, 1.0 is a float; TOSCA 1.x leaves it so. */
static bool is_version(enum definitions_version version, struct node value)
{
	if (node_kind(value) != NODE_SCALAR || is_scalar_of(value, SCALAR_BOOLEAN))
		return false;
	if (!version_is_2_0(version))
		return version_text_is_valid_1_x(node_text(value));
	return version_text_is_valid(node_text(value)) && node_is_string(value);
}

/* "A 64-bit signed integer"; how large one may be, TOSCA 1.x does not say. */
static bool is_integer(enum definitions_version version, struct node value)
{
	char digits[32] = {0};
	struct string text = node_text(value);
	if (!is_scalar_of(value, SCALAR_INTEGER) || !version_is_2_0(version))
		return is_scalar_of(value, SCALAR_INTEGER);
	if (text.length >= sizeof(digits))
		return false;
	memcpy(digits, text.bytes, text.length);
	bool is_octal = string_starts_with(text, "0o");
	errno = 0;
	strtoll(is_octal ? digits + 2 : digits, NULL,
		is_octal                         ? 8
		: string_starts_with(text, "0x") ? 16
						 : 10);
	return errno == 0;
}

static bool is_range(enum definitions_version version, struct node value)
{
	struct node lower = node_item(value, 0);
	struct node upper = node_item(value, 1);
	if (node_kind(value) != NODE_SEQUENCE || node_count(value) != 2)
		return false;
	if (value_is_computed(version, lower) || value_is_computed(version, upper))
		return true;
	bool has_lower = is_scalar_of(lower, SCALAR_INTEGER);
	bool has_upper = is_scalar_of(upper, SCALAR_INTEGER);
	/* Simple Profile, section "TOSCA range type": "an unbounded upper bounds (positive)". */
	bool is_lower_open = version_is_2_0(version) && constraint_is_unbounded(lower);
	bool is_upper_open = constraint_is_unbounded(upper);
	return (has_lower || is_lower_open) && (has_upper || is_upper_open) &&
	       (is_lower_open || is_upper_open || node_number(lower) <= node_number(upper));
}

const char *primitive_value_mismatch(
	enum definitions_version version, enum primitive_type type, struct node value)
{
	switch (type) {
	case PRIMITIVE_STRING:
		return is_text(version, value) ? NULL : "a string";
	case PRIMITIVE_INTEGER:
		if (is_integer(version, value))
			return NULL;
		return is_scalar_of(value, SCALAR_INTEGER) ? "an integer of 64 bits" : "an integer";
	case PRIMITIVE_FLOAT:
		return is_scalar_of(value, SCALAR_FLOAT) || is_scalar_of(value, SCALAR_INTEGER)
			       ? NULL
			       : "a number";
	case PRIMITIVE_BOOLEAN:
		return is_boolean(version, value) ? NULL : "true or false";
	case PRIMITIVE_BYTES:
		if (string_ends_with(node_tag(value), ":binary"))
			return "bytes in Base64, without a tag";
		return node_is_string(value) && is_base64(node_text(value)) ? NULL
									    : "bytes in Base64";
	case PRIMITIVE_TIMESTAMP:
		return is_date(version, value) ? NULL : "a timestamp such as 2001-12-14T21:59:43Z";
	case PRIMITIVE_VERSION:
		return is_version(version, value) ? NULL : version_text_expected(value);
	case PRIMITIVE_RANGE:
		return is_range(version, value) ? NULL : "a range [lower, upper]";
	case PRIMITIVE_LIST:
		return node_kind(value) == NODE_SEQUENCE ? NULL : "a list";
	case PRIMITIVE_MAP:
		return node_kind(value) == NODE_MAPPING ? NULL : "a map";
	case PRIMITIVE_NIL:
	case PRIMITIVE_NULL:
		return node_is_null(value) ? NULL : "null";
	case PRIMITIVE_SCALAR:
		return NULL;
	case PRIMITIVE_SCALAR_UNIT_SIZE:
	case PRIMITIVE_SCALAR_UNIT_TIME:
	case PRIMITIVE_SCALAR_UNIT_FREQUENCY:
	case PRIMITIVE_SCALAR_UNIT_BITRATE: {
		struct string number;
		struct string unit;
		if (node_kind(value) == NODE_SCALAR &&
			scalar_unit_split(node_text(value), &number, &unit) &&
			scalar_unit_factor(type, unit) > 0)
			return NULL;
		return scalar_unit_list(type);
	}
	case PRIMITIVE_TOTAL:
		break;
	}
	return NULL;
}
