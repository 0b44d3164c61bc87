#include "analyzer/model/constraint_check.h"

#include "analyzer/model/scalar_unit.h"
#include "analyzer/model/verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct clause_context {
	const struct type *type;
	struct node value;
};

/* ---- comparing ---- */

/* NaN if it is no number, with or without unit. */
static double number_of(const struct type *type, struct node node)
{
	if (node_kind(node) != NODE_SCALAR)
		return NAN;
	double number = node_number(node);
	return isnan(number) && node_is_string(node) ? scalar_unit_number(type, node_text(node))
						     : number;
}

static bool compare(const struct type *type, struct node a, struct node b, int *result)
{
	double x = number_of(type, a);
	double y = number_of(type, b);
	if (!isnan(x) && !isnan(y)) {
		*result = x < y ? -1 : x > y;
		return true;
	}
	if (node_is_string(a) && node_is_string(b) && isnan(x) && isnan(y)) {
		struct string left = node_text(a);
		struct string right = node_text(b);
		size_t shorter = left.length < right.length ? left.length : right.length;
		*result = shorter ? memcmp(left.bytes, right.bytes, shorter) : 0;
		if (*result == 0)
			*result = left.length < right.length ? -1 : left.length > right.length;
		return true;
	}
	return false;
}

static enum verdict is_equal(const struct type *type, struct node a, struct node b)
{
	int order;
	if (node_kind(a) != NODE_SCALAR || node_kind(b) != NODE_SCALAR)
		return UNKNOWN;
	if (compare(type, a, b, &order))
		return verdict_of(order == 0);
	return verdict_of(string_equal(node_text(a), node_text(b)));
}

static double length_of(struct node value)
{
	if (node_kind(value) == NODE_SEQUENCE || node_kind(value) == NODE_MAPPING)
		return node_count(value);
	if (!node_is_string(value))
		return NAN;
	return position_count_units(node_text(value), POSITION_UTF32);
}

static enum verdict order_verdict(
	const struct clause_context *context, struct node a, struct node b, const char *operator)
{
	int order;
	if (!compare(context->type, a, b, &order))
		return UNKNOWN;
	if (strcmp(operator, "greater_than") == 0)
		return verdict_of(order > 0);
	if (strcmp(operator, "greater_or_equal") == 0)
		return verdict_of(order >= 0);
	if (strcmp(operator, "less_than") == 0)
		return verdict_of(order < 0);
	return verdict_of(order <= 0);
}

static enum verdict is_one_of(const struct type *type, struct node value, struct node list)
{
	if (node_kind(list) != NODE_SEQUENCE)
		return UNKNOWN;
	enum verdict result = FAILS;
	uint32_t count = node_count(list);
	for (uint32_t i = 0; i < count; i++) {
		enum verdict one = is_equal(type, value, node_item(list, i));
		if (one == HOLDS)
			return HOLDS;
		if (one == UNKNOWN)
			result = UNKNOWN;
	}
	return result;
}

static bool is_unbounded(struct node node)
{
	return node_is_string(node) && string_is(node_text(node), "UNBOUNDED");
}

static enum verdict is_in_range(const struct clause_context *context, struct node range)
{
	if (node_kind(range) != NODE_SEQUENCE || node_count(range) != 2)
		return UNKNOWN;
	struct node lower = node_item(range, 0);
	struct node upper = node_item(range, 1);
	struct node first = context->value;
	struct node last = context->value;
	/* A range lies in a range if both its ends do. */
	if (node_kind(context->value) == NODE_SEQUENCE && node_count(context->value) == 2) {
		first = node_item(context->value, 0);
		last = node_item(context->value, 1);
	}
	enum verdict above = HOLDS;
	enum verdict below = HOLDS;
	if (!is_unbounded(lower))
		above = order_verdict(context, first, lower, "greater_or_equal");
	if (!is_unbounded(upper))
		below = order_verdict(context, last, upper, "less_or_equal");
	return verdict_all(above, below);
}

/* ---- TOSCA 1.x ---- */

static enum verdict clause_verdict(
	const struct clause_context *context, struct string operator, struct node operand)
{
	static const char *const orders[] = {
		"greater_than", "greater_or_equal", "less_than", "less_or_equal"};
	for (size_t i = 0; i < sizeof(orders) / sizeof(*orders); i++) {
		if (string_is(operator, orders[i]))
			return order_verdict(context, context->value, operand, orders[i]);
	}
	if (string_is(operator, "equal"))
		return is_equal(context->type, context->value, operand);
	if (string_is(operator, "valid_values"))
		return is_one_of(context->type, context->value, operand);
	if (string_is(operator, "in_range"))
		return is_in_range(context, operand);
	double length = length_of(context->value);
	double bound = node_number(operand);
	if (isnan(length) || isnan(bound))
		return UNKNOWN;
	if (string_is(operator, "length"))
		return verdict_of(length == bound);
	if (string_is(operator, "min_length"))
		return verdict_of(length >= bound);
	if (string_is(operator, "max_length"))
		return verdict_of(length <= bound);
	return UNKNOWN;
}

static void check_clauses(struct value_checker *checker, const struct clause_context *context,
	struct node constraints, struct string name)
{
	uint32_t count = node_kind(constraints) == NODE_SEQUENCE ? node_count(constraints) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry clause = node_entry(node_item(constraints, i), 0);
		if (node_is_absent(clause.key) || node_is_null(context->value))
			continue;
		struct string operator= node_text(clause.key);
		if (clause_verdict(context, operator, clause.value) != FAILS)
			continue;
		struct string operand = node_text(clause.value);
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_CONSTRAINT_VIOLATED,
			context->value, "\"%.*s\" violates the constraint %.*s%s%.*s",
			STRING_ARGUMENTS(name), STRING_ARGUMENTS(operator),
			operand.length ? ": " : "", STRING_ARGUMENTS(operand));
	}
}

/* ---- TOSCA 2.0 ---- */

/* The value of an operand; absent if it is not known here. */
static struct node operand_value(const struct clause_context *context, struct node operand)
{
	if (node_is_string(operand) && string_is(node_text(operand), "$value"))
		return context->value;
	if (node_kind(operand) == NODE_MAPPING) {
		bool is_value = !node_is_absent(node_get(operand, "$value"));
		return is_value && node_count(node_get(operand, "$value")) == 0 ? context->value
										: (struct node){0};
	}
	return operand;
}

static enum verdict validation_verdict(
	const struct clause_context *context, struct node clause, unsigned depth);

static enum verdict combine(const struct clause_context *context, struct node clauses,
	enum verdict decisive, unsigned depth)
{
	enum verdict result = decisive == FAILS ? HOLDS : FAILS;
	uint32_t count = node_count(clauses);
	for (uint32_t i = 0; i < count; i++) {
		enum verdict one = validation_verdict(context, node_item(clauses, i), depth + 1);
		if (one == decisive)
			return decisive;
		if (one == UNKNOWN)
			result = UNKNOWN;
	}
	return result;
}

/* $length: [ $value ], compared with a number. */
static enum verdict length_verdict(const struct clause_context *context, struct node call,
	struct node bound, const char *operator)
{
	struct node operand = node_item(node_get(call, "$length"), 0);
	double length = length_of(operand_value(context, operand));
	double number = node_number(bound);
	if (isnan(length) || isnan(number))
		return UNKNOWN;
	if (strcmp(operator, "greater_than") == 0)
		return verdict_of(length > number);
	if (strcmp(operator, "greater_or_equal") == 0)
		return verdict_of(length >= number);
	if (strcmp(operator, "less_than") == 0)
		return verdict_of(length < number);
	return verdict_of(length <= number);
}

static enum verdict validation_verdict(
	const struct clause_context *context, struct node clause, unsigned depth)
{
	static const char *const orders[] = {
		"greater_than", "greater_or_equal", "less_than", "less_or_equal"};
	if (depth > 32 || node_kind(clause) != NODE_MAPPING || node_count(clause) != 1)
		return UNKNOWN;
	struct node_entry call = node_entry(clause, 0);
	struct string name = node_text(call.key);
	if (!string_starts_with(name, "$"))
		return UNKNOWN;
	name = string_slice(name, 1, name.length);
	struct node left = node_item(call.value, 0);
	struct node right = node_item(call.value, 1);
	if (string_is(name, "and"))
		return combine(context, call.value, FAILS, depth);
	if (string_is(name, "or"))
		return combine(context, call.value, HOLDS, depth);
	if (string_is(name, "not")) {
		enum verdict inner = validation_verdict(context, left, depth + 1);
		return inner == UNKNOWN ? UNKNOWN : verdict_of(inner == FAILS);
	}
	for (size_t i = 0; i < sizeof(orders) / sizeof(*orders); i++) {
		if (!string_is(name, orders[i]))
			continue;
		if (!node_is_absent(node_get(left, "$length")))
			return length_verdict(context, left, right, orders[i]);
		return order_verdict(context, operand_value(context, left),
			operand_value(context, right), orders[i]);
	}
	if (string_is(name, "equal"))
		return is_equal(
			context->type, operand_value(context, left), operand_value(context, right));
	if (string_is(name, "valid_values"))
		return is_one_of(context->type, operand_value(context, left), right);
	return UNKNOWN;
}

void constraint_check(struct value_checker *checker, const struct type *type,
	struct node definition, struct node value, struct string name)
{
	struct clause_context context = {type, value};
	check_clauses(checker, &context, node_get(definition, "constraints"), name);
	struct node validation = node_get(definition, "validation");
	if (validation_verdict(&context, validation, 0) == FAILS)
		diagnostics_add(checker->diagnostics, DIAGNOSTIC_CODE_CONSTRAINT_VIOLATED, value,
			"\"%.*s\" does not satisfy its validation clause", STRING_ARGUMENTS(name));
}
