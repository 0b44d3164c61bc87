#include "analyzer/model/values/json_rule.h"

#include "analyzer/model/text/json_value.h"
#include "analyzer/model/values/comparison.h"

#include <math.h>
#include <string.h>

static enum verdict check_type(const struct json_rule *rule)
{
	struct node types = rule->operand;
	if (node_kind(types) != NODE_SEQUENCE)
		return json_value_is_of_type(rule->place->value, node_text(types));
	enum verdict verdict = FAILS;
	for (uint32_t i = 0; i < node_count(types); i++)
		verdict = verdict_any(verdict,
			json_value_is_of_type(rule->place->value, node_text(node_item(types, i))));
	return verdict;
}

static enum verdict check_enum(const struct json_rule *rule)
{
	for (uint32_t i = 0; i < node_count(rule->operand); i++)
		if (json_value_equal(rule->place->value, node_item(rule->operand, i)))
			return HOLDS;
	return FAILS;
}

static enum verdict check_const(const struct json_rule *rule)
{
	return verdict_of(json_value_equal(rule->place->value, rule->operand));
}

/* Drafts 3 and 4 have Booleans beside `minimum` and `maximum`. */
static bool is_true(struct node node)
{
	return node_kind(node) == NODE_SCALAR && node_boolean(node);
}

static enum verdict compare_number(const struct json_rule *rule, int sign, bool is_exclusive)
{
	double difference =
		sign * (json_value_number(rule->place->value) - json_value_number(rule->operand));
	return verdict_of(
		isnan(difference) || difference > 0 || (difference == 0 && !is_exclusive));
}

static enum verdict check_minimum(const struct json_rule *rule)
{
	return compare_number(rule, 1, is_true(node_get(rule->schema, "exclusiveMinimum")));
}

static enum verdict check_maximum(const struct json_rule *rule)
{
	return compare_number(rule, -1, is_true(node_get(rule->schema, "exclusiveMaximum")));
}

static enum verdict check_exclusive_minimum(const struct json_rule *rule)
{
	return compare_number(rule, 1, true);
}

static enum verdict check_exclusive_maximum(const struct json_rule *rule)
{
	return compare_number(rule, -1, true);
}

static enum verdict check_multiple(const struct json_rule *rule)
{
	double times = json_value_number(rule->place->value) / json_value_number(rule->operand);
	if (isnan(times) || times == floor(times))
		return HOLDS;
	return fabs(times - round(times)) < 1e-9 ? UNKNOWN : FAILS;
}

static enum verdict compare_length(const struct json_rule *rule, bool is_about, int sign)
{
	double difference =
		sign * (comparison_length(rule->place->value) - json_value_number(rule->operand));
	return verdict_of(!is_about || isnan(difference) || difference >= 0);
}

static enum verdict check_min_length(const struct json_rule *rule)
{
	return compare_length(rule, json_value_is_string(rule->place->value), 1);
}

static enum verdict check_max_length(const struct json_rule *rule)
{
	return compare_length(rule, json_value_is_string(rule->place->value), -1);
}

static enum verdict check_min_items(const struct json_rule *rule)
{
	return compare_length(rule, node_kind(rule->place->value) == NODE_SEQUENCE, 1);
}

static enum verdict check_max_items(const struct json_rule *rule)
{
	return compare_length(rule, node_kind(rule->place->value) == NODE_SEQUENCE, -1);
}

static enum verdict check_min_properties(const struct json_rule *rule)
{
	return compare_length(rule, node_kind(rule->place->value) == NODE_MAPPING, 1);
}

static enum verdict check_max_properties(const struct json_rule *rule)
{
	return compare_length(rule, node_kind(rule->place->value) == NODE_MAPPING, -1);
}

static enum verdict check_pattern(const struct json_rule *rule)
{
	if (!json_value_is_string(rule->place->value))
		return HOLDS;
	return pattern_search(
		rule->judge->patterns, node_text(rule->operand), node_text(rule->place->value));
}

/* ---- schemas of schemas ---- */

static enum verdict check_all_of(const struct json_rule *rule)
{
	enum verdict verdict = HOLDS;
	for (uint32_t i = 0; i < node_count(rule->operand); i++)
		verdict = verdict_all(verdict,
			json_passes(rule->judge, rule->place, node_item(rule->operand, i)));
	return verdict;
}

static enum verdict check_any_of(const struct json_rule *rule)
{
	enum verdict verdict = FAILS;
	for (uint32_t i = 0; i < node_count(rule->operand) && verdict != HOLDS; i++)
		verdict = verdict_any(verdict,
			json_passes_quietly(rule->judge, rule->place, node_item(rule->operand, i)));
	return verdict;
}

static enum verdict check_one_of(const struct json_rule *rule)
{
	uint32_t passed = 0;
	uint32_t unknown = 0;
	for (uint32_t i = 0; i < node_count(rule->operand); i++) {
		enum verdict verdict =
			json_passes_quietly(rule->judge, rule->place, node_item(rule->operand, i));
		passed += verdict == HOLDS;
		unknown += verdict == UNKNOWN;
	}
	if (passed > 1 || (passed == 0 && unknown == 0))
		return FAILS;
	return unknown > 0 ? UNKNOWN : HOLDS;
}

static enum verdict check_not(const struct json_rule *rule)
{
	enum verdict verdict = json_passes_quietly(rule->judge, rule->place, rule->operand);
	return verdict == UNKNOWN ? UNKNOWN : verdict_of(verdict == FAILS);
}

static enum verdict check_if(const struct json_rule *rule)
{
	enum verdict verdict = json_passes_quietly(rule->judge, rule->place, rule->operand);
	struct node then = node_get(rule->schema, verdict == HOLDS ? "then" : "else");
	if (verdict == UNKNOWN)
		return UNKNOWN;
	return node_is_absent(then) ? HOLDS : json_passes(rule->judge, rule->place, then);
}

/* "#/definitions/name"; absent if it leads elsewhere. */
static struct node referred(const struct json_judge *judge, struct string reference)
{
	struct node node = judge->root;
	if (!string_starts_with(reference, "#") || memchr(reference.bytes, '~', reference.length) ||
		memchr(reference.bytes, '%', reference.length))
		return (struct node){0};
	struct string rest = string_slice(reference, 1, reference.length);
	while (string_starts_with(rest, "/")) {
		size_t end = 1;
		while (end < rest.length && rest.bytes[end] != '/')
			end++;
		node = node_find(node, string_slice(rest, 1, end)).value;
		rest = string_slice(rest, end, rest.length);
	}
	return rest.length ? (struct node){0} : node;
}

static enum verdict check_reference(const struct json_rule *rule)
{
	struct node schema = referred(rule->judge, node_text(rule->operand));
	return node_is_absent(schema) ? UNKNOWN : json_passes(rule->judge, rule->place, schema);
}

/* Keywords that demand nothing, or nothing by themselves. */
static enum verdict pass(const struct json_rule *rule)
{
	(void)rule;
	return HOLDS;
}

static const struct {
	const char *keyword;
	enum verdict (*check)(const struct json_rule *rule);
} keywords[] = {
	{"$comment", pass},
	{"$defs", pass},
	{"$id", pass},
	{"$ref", check_reference},
	{"$schema", pass},
	{"additionalItems", pass},
	{"additionalProperties", json_check_additional_properties},
	{"allOf", check_all_of},
	{"anyOf", check_any_of},
	{"const", check_const},
	{"contains", json_check_contains},
	{"default", pass},
	{"definitions", pass},
	{"dependencies", json_check_dependencies},
	{"dependentRequired", json_check_dependencies},
	{"dependentSchemas", json_check_dependencies},
	{"deprecated", pass},
	{"description", pass},
	{"else", pass},
	{"enum", check_enum},
	{"examples", pass},
	{"exclusiveMaximum", check_exclusive_maximum},
	{"exclusiveMinimum", check_exclusive_minimum},
	{"format", pass},
	{"id", pass},
	{"if", check_if},
	{"items", json_check_items},
	{"maxItems", check_max_items},
	{"maxLength", check_max_length},
	{"maxProperties", check_max_properties},
	{"maximum", check_maximum},
	{"minItems", check_min_items},
	{"minLength", check_min_length},
	{"minProperties", check_min_properties},
	{"minimum", check_minimum},
	{"multipleOf", check_multiple},
	{"not", check_not},
	{"oneOf", check_one_of},
	{"pattern", check_pattern},
	{"patternProperties", json_check_pattern_properties},
	{"prefixItems", json_check_prefix_items},
	{"properties", json_check_properties},
	{"propertyNames", json_check_property_names},
	{"readOnly", pass},
	{"required", json_check_required},
	{"then", pass},
	{"title", pass},
	{"type", check_type},
	{"uniqueItems", json_check_unique_items},
	{"writeOnly", pass},
};

enum verdict json_rule_verdict(const struct json_rule *rule, struct string keyword)
{
	for (size_t i = 0; i < sizeof(keywords) / sizeof(*keywords); i++)
		if (string_is(keyword, keywords[i].keyword))
			return keywords[i].check(rule);
	return UNKNOWN;
}
