#include "analyzer/model/values/comparison.h"

#include "analyzer/model/text/timestamp_text.h"
#include "analyzer/model/text/version_text.h"
#include "analyzer/model/values/scalar_unit.h"
#include "analyzer/model/values/value_check.h"

#include <math.h>

/* NaN if it is no number, with or without unit. */
static double number_of(const struct type *type, struct node node)
{
	if (node_kind(node) != NODE_SCALAR)
		return NAN;
	double number = node_number(node);
	return isnan(number) && node_is_string(node) ? scalar_unit_number(type, node_text(node))
						     : number;
}

static int compare_texts(struct string a, struct string b)
{
	size_t shorter = a.length < b.length ? a.length : b.length;
	int order = shorter ? memcmp(a.bytes, b.bytes, shorter) : 0;
	return order ? order : (a.length > b.length) - (a.length < b.length);
}

bool comparison_order(const struct comparison *comparison, struct node a, struct node b, int *order)
{
	if (node_kind(a) != NODE_SCALAR || node_kind(b) != NODE_SCALAR)
		return false;
	if (comparison->primitive == PRIMITIVE_VERSION)
		return version_text_order(node_text(a), node_text(b), order);
	if (comparison->primitive == PRIMITIVE_TIMESTAMP)
		return timestamp_text_order(node_text(a), node_text(b), order);
	double x = number_of(comparison->type, a);
	double y = number_of(comparison->type, b);
	if (!isnan(x) && !isnan(y)) {
		*order = x < y ? -1 : x > y;
		return true;
	}
	if (!node_is_string(a) || !node_is_string(b) || !isnan(x) || !isnan(y))
		return false;
	*order = compare_texts(node_text(a), node_text(b));
	return true;
}

struct comparison comparison_of_parts(const struct comparison *comparison)
{
	return (struct comparison){.version = comparison->version, .primitive = PRIMITIVE_NONE};
}

static enum verdict equal(const struct comparison *comparison, struct node a, struct node b);

static enum verdict equal_parts(const struct comparison *comparison, struct node a, struct node b)
{
	struct comparison parts = comparison_of_parts(comparison);
	enum verdict result = verdict_of(node_count(a) == node_count(b));
	for (uint32_t i = 0; i < node_count(a) && result != FAILS; i++) {
		struct node left = node_item(a, i);
		struct node right = node_item(b, i);
		if (node_kind(a) == NODE_MAPPING) {
			struct node_entry entry = node_entry(a, i);
			struct node_entry other = node_find(b, node_text(entry.key));
			if (node_is_absent(other.key))
				return FAILS;
			left = entry.value;
			right = other.value;
		}
		result = verdict_all(result, equal(&parts, left, right));
	}
	return result;
}

static enum verdict equal(const struct comparison *comparison, struct node a, struct node b)
{
	int order;
	if (value_is_computed(comparison->version, a) || value_is_computed(comparison->version, b))
		return UNKNOWN;
	/* TOSCA 1.x: for a list, some mean what each entry may be. */
	if (node_kind(a) != node_kind(b))
		return version_is_2_0(comparison->version) ? FAILS : UNKNOWN;
	if (node_kind(a) != NODE_SCALAR)
		return equal_parts(comparison, a, b);
	if (comparison_order(comparison, a, b, &order))
		return verdict_of(order == 0);
	if (string_equal(node_text(a), node_text(b)))
		return HOLDS;
	bool has_notations = comparison->primitive == PRIMITIVE_TIMESTAMP ||
			     comparison->primitive == PRIMITIVE_VERSION;
	return has_notations ? UNKNOWN : FAILS;
}

enum verdict comparison_equal(const struct comparison *comparison, struct node a, struct node b)
{
	return equal(comparison, a, b);
}

enum verdict comparison_any(
	const struct comparison *comparison, struct node value, struct node list)
{
	if (node_kind(list) != NODE_SEQUENCE)
		return UNKNOWN;
	enum verdict result = node_count(list) > MOST_COMPARED_VALUES ? UNKNOWN : FAILS;
	uint32_t count =
		node_count(list) > MOST_COMPARED_VALUES ? MOST_COMPARED_VALUES : node_count(list);
	for (uint32_t i = 0; i < count && result != HOLDS; i++)
		result = verdict_any(
			result, comparison_equal(comparison, value, node_item(list, i)));
	return result;
}

enum verdict comparison_order_verdict(struct string op, int order)
{
	if (string_is(op, "equal"))
		return verdict_of(order == 0);
	if (string_is(op, "greater_than"))
		return verdict_of(order > 0);
	if (string_is(op, "greater_or_equal"))
		return verdict_of(order >= 0);
	if (string_is(op, "less_than"))
		return verdict_of(order < 0);
	return string_is(op, "less_or_equal") ? verdict_of(order <= 0) : UNKNOWN;
}

enum verdict comparison_verdict(
	const struct comparison *comparison, struct string op, struct node a, struct node b)
{
	int order;
	if (string_is(op, "equal"))
		return comparison_equal(comparison, a, b);
	return comparison_order(comparison, a, b, &order) ? comparison_order_verdict(op, order)
							  : UNKNOWN;
}

double comparison_length(struct node value)
{
	if (node_kind(value) == NODE_SEQUENCE || node_kind(value) == NODE_MAPPING)
		return node_count(value);
	if (!node_is_string(value))
		return NAN;
	return position_count_units(node_text(value), POSITION_UTF32);
}
