/* Properties of objects and items of arrays. */
#include "analyzer/model/text/json_value.h"
#include "analyzer/model/values/json_rule.h"

enum {
	MOST_UNIQUE_ITEMS = 1000
};

static struct json_place entry_at(const struct json_place *place, uint32_t position)
{
	struct node_entry entry = node_entry(place->value, position);
	return (struct json_place){entry.value, place, node_text(entry.key)};
}

static struct json_place item_at(
	struct json_judge *judge, const struct json_place *place, uint32_t position)
{
	struct string step = judge->arena ? arena_format(judge->arena, "%u", position) : STRING("");
	return (struct json_place){node_item(place->value, position), place, step};
}

/* ---- parts of objects ---- */

static enum verdict has_all(struct node value, struct node names)
{
	for (uint32_t i = 0; i < node_count(names); i++)
		if (node_is_absent(node_find(value, node_text(node_item(names, i))).key))
			return FAILS;
	return HOLDS;
}

enum verdict json_check_required(const struct json_rule *rule)
{
	bool is_about = node_kind(rule->place->value) == NODE_MAPPING &&
			node_kind(rule->operand) == NODE_SEQUENCE;
	return is_about ? has_all(rule->place->value, rule->operand) : HOLDS;
}

enum verdict json_check_properties(const struct json_rule *rule)
{
	enum verdict verdict = HOLDS;
	bool is_about = node_kind(rule->place->value) == NODE_MAPPING;
	for (uint32_t i = 0; is_about && i < node_count(rule->place->value); i++) {
		struct json_place part = entry_at(rule->place, i);
		struct node schema = node_find(rule->operand, part.step).value;
		if (!node_is_absent(schema))
			verdict = verdict_all(verdict, json_passes(rule->judge, &part, schema));
	}
	return verdict;
}

enum verdict json_check_pattern_properties(const struct json_rule *rule)
{
	enum verdict verdict = HOLDS;
	bool is_about = node_kind(rule->place->value) == NODE_MAPPING;
	for (uint32_t i = 0; is_about && i < node_count(rule->place->value); i++) {
		struct json_place part = entry_at(rule->place, i);
		for (uint32_t k = 0; k < node_count(rule->operand); k++) {
			struct node_entry entry = node_entry(rule->operand, k);
			enum verdict matches = pattern_search(
				rule->judge->patterns, node_text(entry.key), part.step);
			if (matches == HOLDS)
				matches = json_passes(rule->judge, &part, entry.value);
			else if (matches == FAILS)
				matches = HOLDS;
			verdict = verdict_all(verdict, matches);
		}
	}
	return verdict;
}

/* Whether the other two keywords say nothing about the property. */
static enum verdict is_additional(const struct json_rule *rule, struct string name)
{
	struct node patterns = node_get(rule->schema, "patternProperties");
	enum verdict is_known = verdict_of(
		!node_is_absent(node_find(node_get(rule->schema, "properties"), name).key));
	for (uint32_t i = 0; i < node_count(patterns) && is_known != HOLDS; i++)
		is_known = verdict_any(
			is_known, pattern_search(rule->judge->patterns,
					  node_text(node_entry(patterns, i).key), name));
	return is_known == UNKNOWN ? UNKNOWN : verdict_of(is_known == FAILS);
}

enum verdict json_check_additional_properties(const struct json_rule *rule)
{
	enum verdict verdict = HOLDS;
	bool is_about = node_kind(rule->place->value) == NODE_MAPPING;
	for (uint32_t i = 0; is_about && i < node_count(rule->place->value); i++) {
		struct json_place part = entry_at(rule->place, i);
		enum verdict additional = is_additional(rule, part.step);
		if (additional == UNKNOWN)
			verdict = verdict_all(verdict, UNKNOWN);
		else if (additional == HOLDS)
			verdict = verdict_all(
				verdict, json_passes(rule->judge, &part, rule->operand));
	}
	return verdict;
}

enum verdict json_check_property_names(const struct json_rule *rule)
{
	enum verdict verdict = HOLDS;
	bool is_about = node_kind(rule->place->value) == NODE_MAPPING;
	for (uint32_t i = 0; is_about && i < node_count(rule->place->value); i++) {
		struct node key = node_entry(rule->place->value, i).key;
		struct json_place name = {key, rule->place, node_text(key)};
		verdict = verdict_all(verdict, json_passes(rule->judge, &name, rule->operand));
	}
	return verdict;
}

/* With one property, others are required, or another schema holds. */
enum verdict json_check_dependencies(const struct json_rule *rule)
{
	enum verdict verdict = HOLDS;
	bool is_about = node_kind(rule->place->value) == NODE_MAPPING;
	for (uint32_t i = 0; is_about && i < node_count(rule->operand); i++) {
		struct node_entry entry = node_entry(rule->operand, i);
		if (node_is_absent(node_find(rule->place->value, node_text(entry.key)).key))
			continue;
		verdict = verdict_all(
			verdict, node_kind(entry.value) == NODE_SEQUENCE
					 ? has_all(rule->place->value, entry.value)
					 : json_passes(rule->judge, rule->place, entry.value));
	}
	return verdict;
}

/* ---- items of arrays ---- */

/* Each against the schema of its position; behind these, against `rest`. */
static enum verdict check_positions(
	const struct json_rule *rule, struct node schemas, struct node rest, uint32_t first)
{
	enum verdict verdict = HOLDS;
	bool is_about = node_kind(rule->place->value) == NODE_SEQUENCE;
	for (uint32_t i = first; is_about && i < node_count(rule->place->value); i++) {
		struct json_place item = item_at(rule->judge, rule->place, i);
		struct node schema = i < node_count(schemas) ? node_item(schemas, i) : rest;
		if (!node_is_absent(schema))
			verdict = verdict_all(verdict, json_passes(rule->judge, &item, schema));
	}
	return verdict;
}

/* A list of schemas, in older drafts, is one for each position. */
enum verdict json_check_items(const struct json_rule *rule)
{
	struct node none = {0};
	if (node_kind(rule->operand) == NODE_SEQUENCE)
		return check_positions(
			rule, rule->operand, node_get(rule->schema, "additionalItems"), 0);
	return check_positions(
		rule, none, rule->operand, node_count(node_get(rule->schema, "prefixItems")));
}

enum verdict json_check_prefix_items(const struct json_rule *rule)
{
	return check_positions(rule, rule->operand, (struct node){0}, 0);
}

enum verdict json_check_unique_items(const struct json_rule *rule)
{
	struct node value = rule->place->value;
	bool is_about = node_kind(value) == NODE_SEQUENCE &&
			node_kind(rule->operand) == NODE_SCALAR && node_boolean(rule->operand);
	for (uint32_t i = 0; is_about && i < node_count(value) && i < MOST_UNIQUE_ITEMS; i++) {
		for (uint32_t k = 0; k < i; k++)
			if (json_value_equal(node_item(value, i), node_item(value, k)))
				return FAILS;
	}
	return HOLDS;
}

enum verdict json_check_contains(const struct json_rule *rule)
{
	enum verdict verdict = FAILS;
	if (node_kind(rule->place->value) != NODE_SEQUENCE)
		return HOLDS;
	if (!node_is_absent(node_get(rule->schema, "minContains")) ||
		!node_is_absent(node_get(rule->schema, "maxContains")))
		return UNKNOWN;
	for (uint32_t i = 0; i < node_count(rule->place->value) && verdict != HOLDS; i++) {
		struct json_place item = item_at(rule->judge, rule->place, i);
		verdict = verdict_any(
			verdict, json_passes_quietly(rule->judge, &item, rule->operand));
	}
	return verdict;
}
