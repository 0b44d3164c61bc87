#include "analyzer/model/values/validation_clause.h"

#include "analyzer/model/values/function_value.h"

#include <math.h>

struct clause {
	struct value_checker *checker;
	struct comparison comparison;
	struct node value;
	struct node arguments;
	const struct filter_values *values; /* of calls; NULL if none is known */
};

static enum verdict verdict(const struct clause *around, struct node node);

/* ---- arguments ---- */

/* The value itself, or by `$value: [name, …]` a part of it; absent if it is not known. */
static struct node part_of_value(const struct clause *clause, struct node path)
{
	struct node part = clause->value;
	uint32_t count = node_kind(path) == NODE_SEQUENCE ? node_count(path) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node name = node_item(path, i);
		double index = node_number(name);
		part = node_kind(part) == NODE_SEQUENCE && index >= 0
			       ? node_item(part, (uint32_t)index)
			       : node_find(part, node_text(name)).value;
	}
	return value_is_computed(clause->comparison.version, part) ? (struct node){0} : part;
}

static bool is_value(struct node node)
{
	return node_is_string(node) && string_is(node_text(node), "$value");
}

static struct node argument(const struct clause *clause, uint32_t position)
{
	struct node node = node_item(clause->arguments, position);
	struct node_entry call = node_entry(node, 0);
	struct comparison comparison;
	if (is_value(node))
		return clause->value;
	if (node_kind(node) == NODE_MAPPING && node_count(node) == 1 && is_value(call.key))
		return part_of_value(clause, call.value);
	if (!value_is_computed(clause->comparison.version, node))
		return function_is_node_index(node) ? (struct node){0} : node;
	return clause->values ? clause->values->find(clause->values->context, node, &comparison)
			      : (struct node){0};
}

/* In a filter, values are compared as what the properties are that it asks for. False if these
 * are of several types. */
static bool compare_as_found(struct clause *clause)
{
	bool is_found = false;
	for (uint32_t i = 0; clause->values && i < node_count(clause->arguments); i++) {
		struct node node = node_item(clause->arguments, i);
		struct comparison one = {0};
		if (!value_is_computed(clause->comparison.version, node) ||
			node_is_absent(clause->values->find(clause->values->context, node, &one)))
			continue;
		if (is_found && (one.primitive != clause->comparison.primitive ||
					one.type != clause->comparison.type))
			return false;
		clause->comparison = one;
		is_found = true;
	}
	return true;
}

/* `$length: [ $value ]`, or arithmetic of what is known; NaN if it is not. */
static double number_at(const struct clause *clause, uint32_t position)
{
	struct node node = node_item(clause->arguments, position);
	struct clause inner = *clause;
	inner.arguments = function_arguments(node, "length");
	if (!node_is_absent(inner.arguments))
		return comparison_length(argument(&inner, 0));
	struct function_scope nothing = {.node_index = NAN};
	return function_value_number(&nothing, node);
}

/* ---- comparing ---- */

static enum verdict compare(const struct clause *clause, struct string op)
{
	struct node left = argument(clause, 0);
	struct node right = argument(clause, 1);
	if (!node_is_absent(left) && !node_is_absent(right))
		return comparison_verdict(&clause->comparison, op, left, right);
	double a = node_is_absent(left) ? number_at(clause, 0) : node_number(left);
	double b = node_is_absent(right) ? number_at(clause, 1) : node_number(right);
	if (isnan(a) || isnan(b))
		return UNKNOWN;
	return comparison_order_verdict(op, a < b ? -1 : a > b);
}

static enum verdict is_valid(const struct clause *clause)
{
	struct node value = argument(clause, 0);
	return node_is_absent(value)
		       ? UNKNOWN
		       : comparison_any(&clause->comparison, value, argument(clause, 1));
}

static enum verdict matches(const struct clause *clause)
{
	struct node value = argument(clause, 0);
	struct node pattern = argument(clause, 1);
	if (!node_is_string(value) || !node_is_string(pattern))
		return UNKNOWN;
	return pattern_search(
		value_checker_patterns(clause->checker), node_text(pattern), node_text(value));
}

/* ---- parts of texts, lists and maps ---- */

/* Whether `part` stands in `whole` at `start`, counted in bytes or entries. */
static enum verdict stands_at(
	const struct clause *clause, struct node whole, struct node part, size_t start)
{
	struct comparison entries = comparison_of_parts(&clause->comparison);
	enum verdict result = HOLDS;
	if (node_kind(whole) == NODE_SCALAR) {
		struct string text = node_text(part);
		return verdict_of(string_equal(
			string_slice(node_text(whole), start, start + text.length), text));
	}
	for (uint32_t i = 0; i < node_count(part); i++)
		result = verdict_all(
			result, comparison_equal(&entries, node_item(whole, (uint32_t)start + i),
					node_item(part, i)));
	return result;
}

/* has_prefix, has_suffix, contains: both are texts, or both are lists. */
static enum verdict is_part(const struct clause *clause, struct string name)
{
	struct node whole = argument(clause, 0);
	struct node part = argument(clause, 1);
	bool are_texts = node_is_string(whole) && node_is_string(part);
	bool are_lists = node_kind(whole) == NODE_SEQUENCE && node_kind(part) == NODE_SEQUENCE;
	if (!are_texts && !are_lists)
		return UNKNOWN;
	size_t length = are_texts ? node_text(whole).length : node_count(whole);
	size_t part_length = are_texts ? node_text(part).length : node_count(part);
	if (part_length > length)
		return FAILS;
	size_t first = string_is(name, "has_suffix") ? length - part_length : 0;
	size_t last = string_is(name, "has_prefix") ? 0 : length - part_length;
	enum verdict result = FAILS;
	for (size_t i = first; i <= last && result != HOLDS; i++)
		result = verdict_any(result, stands_at(clause, whole, part, i));
	return result;
}

static enum verdict has_entry(const struct clause *clause, struct node whole, struct node entry)
{
	struct comparison entries = comparison_of_parts(&clause->comparison);
	enum verdict result = FAILS;
	if (node_kind(whole) == NODE_SEQUENCE)
		return comparison_any(&entries, entry, whole);
	for (uint32_t i = 0; i < node_count(whole); i++)
		result = verdict_any(
			result, comparison_equal(&entries, entry, node_entry(whole, i).value));
	return node_kind(whole) == NODE_MAPPING ? result : UNKNOWN;
}

static enum verdict has_key(struct node whole, struct node key)
{
	if (node_kind(whole) != NODE_MAPPING || node_kind(key) != NODE_SCALAR)
		return UNKNOWN;
	return verdict_of(!node_is_absent(node_find(whole, node_text(key)).key));
}

/* has_entry, has_key, and the same for all or any of a list. */
static enum verdict has_parts(const struct clause *clause, struct string name)
{
	struct node whole = argument(clause, 0);
	struct node wanted = argument(clause, 1);
	bool is_key = string_ends_with(name, "key") || string_ends_with(name, "keys");
	if (node_is_absent(whole) || node_is_absent(wanted))
		return UNKNOWN;
	if (string_is(name, "has_entry") || string_is(name, "has_key"))
		return is_key ? has_key(whole, wanted) : has_entry(clause, whole, wanted);
	bool wants_all = string_starts_with(name, "has_all");
	enum verdict result = wants_all ? HOLDS : FAILS;
	if (node_kind(wanted) != NODE_SEQUENCE)
		return UNKNOWN;
	for (uint32_t i = 0; i < node_count(wanted); i++) {
		struct node one = node_item(wanted, i);
		enum verdict has = is_key ? has_key(whole, one) : has_entry(clause, whole, one);
		result = wants_all ? verdict_all(result, has) : verdict_any(result, has);
	}
	return result;
}

/* ---- logic ---- */

static enum verdict combine(const struct clause *clause, bool wants_all)
{
	enum verdict result = wants_all ? HOLDS : FAILS;
	for (uint32_t i = 0; i < node_count(clause->arguments); i++) {
		enum verdict one = verdict(clause, node_item(clause->arguments, i));
		result = wants_all ? verdict_all(result, one) : verdict_any(result, one);
	}
	return result;
}

static enum verdict negate(enum verdict inner)
{
	return inner == UNKNOWN ? UNKNOWN : verdict_of(inner == FAILS);
}

static enum verdict differ(const struct clause *clause)
{
	enum verdict left = verdict(clause, node_item(clause->arguments, 0));
	enum verdict right = verdict(clause, node_item(clause->arguments, 1));
	return left == UNKNOWN || right == UNKNOWN ? UNKNOWN : verdict_of(left != right);
}

static enum verdict verdict(const struct clause *around, struct node node)
{
	struct clause clause = *around;
	struct node_entry call = node_entry(node, 0);
	struct string name = node_text(call.key);
	if (node_kind(node) != NODE_MAPPING || node_count(node) != 1 ||
		!string_starts_with(name, "$") || node_kind(call.value) != NODE_SEQUENCE)
		return node_scalar_type(node) == SCALAR_BOOLEAN && node_kind(node) == NODE_SCALAR
			       ? verdict_of(node_boolean(node))
			       : UNKNOWN;
	name = string_slice(name, 1, name.length);
	clause.arguments = call.value;
	if (string_is(name, "and") || string_is(name, "or"))
		return combine(&clause, string_is(name, "and"));
	if (string_is(name, "not"))
		return negate(verdict(&clause, node_item(clause.arguments, 0)));
	if (string_is(name, "xor"))
		return differ(&clause);
	if (!compare_as_found(&clause))
		return UNKNOWN;
	if (string_is(name, "valid_values"))
		return is_valid(&clause);
	if (string_is(name, "matches"))
		return matches(&clause);
	if (string_is(name, "has_prefix") || string_is(name, "has_suffix") ||
		string_is(name, "contains"))
		return is_part(&clause, name);
	if (string_starts_with(name, "has_"))
		return has_parts(&clause, name);
	return compare(&clause, name);
}

/* The first argument of `$and` that fails, or else the clause itself. */
static struct node failing(const struct clause *around, struct node node)
{
	struct node conditions = function_arguments(node, "and");
	for (uint32_t i = 0; i < node_count(conditions); i++) {
		struct node condition = node_item(conditions, i);
		if (verdict(around, condition) == FAILS)
			return failing(around, condition);
	}
	return node;
}

static struct clause of_value(
	struct value_checker *checker, const struct comparison *comparison, struct node value)
{
	return (struct clause){.checker = checker, .comparison = *comparison, .value = value};
}

static struct clause of_filter(struct value_checker *checker, const struct filter_values *values)
{
	return (struct clause){
		.checker = checker,
		.comparison = {.version = checker->version, .primitive = PRIMITIVE_NONE},
		.values = values,
	};
}

enum verdict validation_clause_verdict(struct value_checker *checker,
	const struct comparison *comparison, struct node clause, struct node value)
{
	struct clause around = of_value(checker, comparison, value);
	return verdict(&around, clause);
}

struct node validation_clause_failing(struct value_checker *checker,
	const struct comparison *comparison, struct node clause, struct node value)
{
	struct clause around = of_value(checker, comparison, value);
	return failing(&around, clause);
}

enum verdict filter_clause_verdict(
	struct value_checker *checker, struct filter_values values, struct node clause)
{
	struct clause around = of_filter(checker, &values);
	return verdict(&around, clause);
}

struct node filter_clause_failing(
	struct value_checker *checker, struct filter_values values, struct node clause)
{
	struct clause around = of_filter(checker, &values);
	return failing(&around, clause);
}
