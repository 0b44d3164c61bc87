#include "analyzer/variability/types/technology_rules.h"

#include "analyzer/text/name_table.h"
#include "analyzer/variability/values/collation.h"
#include "analyzer/variability/values/value.h"

#include <math.h>
#include <string.h>

struct reader {
	struct arena *arena;
	struct problems *problems;
};

/* ---- one rule ---- */

static struct problem *report(struct reader *reader, struct node node, const char *what)
{
	struct string text = value_json(reader->arena, value_from_node(reader->arena, node));

	return problems_add(reader->problems, PHASE_NORMALISE_RELATIONSHIPS,
		DIAGNOSTIC_CODE_BAD_RULE, node, "Element \"%.*s\" is not %s",
		STRING_ARGUMENTS(text), what);
}

static struct string read_string(struct reader *reader, struct node rule, const char *key)
{
	struct node node = node_get(rule, key);

	if (node_is_null(node))
		return (struct string){0};
	if (!node_is_string(node))
		report(reader, node, "a string");
	return node_text(node);
}

static struct string_list read_strings(struct reader *reader, struct node rule, const char *key)
{
	struct node node = node_get(rule, key);
	struct string_list list = {0};

	if (node_is_null(node))
		return list;
	if (node_kind(node) != NODE_SEQUENCE) {
		report(reader, node, "an array");
		return list;
	}
	list.items = arena_allocate(reader->arena, node_count(node), sizeof(*list.items));
	for (uint32_t i = 0; i < node_count(node); i++) {
		struct node item = node_item(node, i);

		if (!node_is_string(item))
			report(reader, item, "a string");
		list.items[list.count++] = node_text(item);
	}
	return list;
}

static struct string join_hosting(
	struct reader *reader, const struct technology_rule *rule, const char *separator)
{
	struct string text = STRING("");

	for (uint32_t i = 0; i < rule->hosting.count; i++)
		text = arena_join(reader->arena, text, i ? separator : "", rule->hosting.items[i]);
	return text;
}

/* component#artifact[::technology]@host->host */
static struct string rule_name(
	struct reader *reader, const struct technology_rule *rule, bool with_technology)
{
	struct string hosts = join_hosting(reader, rule, "->");

	return arena_format(reader->arena, "%.*s%s%.*s%s%.*s%s%.*s",
		STRING_ARGUMENTS(rule->component), rule->artifact.length ? "#" : "",
		STRING_ARGUMENTS(rule->artifact), with_technology ? "::" : "",
		with_technology ? (int)rule->technology.length : 0, rule->technology.bytes,
		rule->hosting.count ? "@" : "", STRING_ARGUMENTS(hosts));
}

static void read_conditions(struct reader *reader, struct technology_rule *rule, struct node node)
{
	if (node_is_null(node))
		return;
	if (node_kind(node) == NODE_SCALAR)
		report(reader, node, "an object");
	else
		rule->conditions = node;
}

/* Who is managed by the technology cannot be resolved with it; told also if nobody is yet. */
static void warn_of_weight(struct reader *reader, const struct technology_rule *rule)
{
	struct string text = node_text(rule->weight_place);

	if (rule->weight >= 0 && rule->weight <= 1)
		return;
	problems_add(reader->problems, PHASE_WARNING, DIAGNOSTIC_CODE_BAD_WEIGHT,
		rule->weight_place, "Weight \"%.*s\" of a technology rule %s",
		STRING_ARGUMENTS(text),
		rule->weight < 0 ? "is a negative number" : "is larger than 1");
}

static struct technology_rule *read_rule(struct reader *reader, struct node node)
{
	struct technology_rule *rule = arena_allocate(reader->arena, 1, sizeof(*rule));
	struct node technology = node_get(node, "technology");
	struct node component = node_get(node, "component");

	if (node_kind(technology) == NODE_SEQUENCE && node_count(technology) == 1)
		technology = node_item(technology, 0);
	rule->node = node;
	rule->technology = node_is_null(technology) ? STRING("undefined") : node_text(technology);
	if (node_is_null(component))
		report(reader, (struct node){0}, "a string")->place = node;
	else if (!node_is_string(component))
		report(reader, component, "a string");
	rule->component = node_text(component);
	rule->artifact = read_string(reader, node, "artifact");
	rule->hosting = read_strings(reader, node, "hosting");
	rule->operations = read_strings(reader, node, "operations");
	rule->assign = read_string(reader, node, "assign");
	read_conditions(reader, rule, node_get(node, "conditions"));
	rule->weight = 1;
	rule->weight_place = node_get(node, "weight");
	if (!node_is_null(rule->weight_place)) {
		rule->weight = node_number(rule->weight_place);
		if (isnan(rule->weight)) {
			report(reader, rule->weight_place, "a number");
			rule->weight = 1;
		}
		warn_of_weight(reader, rule);
	}
	rule->name = rule_name(reader, rule, true);
	return rule;
}

/* ---- order and scenarios ---- */

/* By component; by artifact if both have one; by hosting. */
static int compare(
	struct reader *reader, const struct technology_rule *a, const struct technology_rule *b)
{
	int order = collation_compare(a->component, b->component);

	if (order == 0 && a->artifact.length && b->artifact.length)
		order = collation_compare(a->artifact, b->artifact);
	if (order == 0)
		order = collation_compare(
			join_hosting(reader, a, ","), join_hosting(reader, b, ","));
	return order;
}

/* How many at the beginning are in order; what is in reverse order there is turned round. */
static uint32_t sorted_at_first(
	struct reader *reader, struct technology_rule **rules, uint32_t count)
{
	bool descends = count > 1 && compare(reader, rules[1], rules[0]) < 0;
	uint32_t end = count < 2 ? count : 2;

	while (end < count && (compare(reader, rules[end], rules[end - 1]) < 0) == descends)
		end++;
	for (uint32_t i = 0; descends && i < end / 2; i++) {
		struct technology_rule *rule = rules[i];

		rules[i] = rules[end - 1 - i];
		rules[end - 1 - i] = rule;
	}
	return end;
}

/* Stable. The order is not transitive where only some rules have an artifact, so the way it is
 * sorted matters: insertion into what is in order at first, as JavaScript engines do. */
static void sort(struct reader *reader, struct technology_rule **rules, uint32_t count)
{
	for (uint32_t i = sorted_at_first(reader, rules, count); i < count; i++) {
		struct technology_rule *rule = rules[i];
		uint32_t low = 0, high = i;

		while (low < high) {
			uint32_t middle = low + (high - low) / 2;

			if (compare(reader, rule, rules[middle]) < 0)
				high = middle;
			else
				low = middle + 1;
		}
		memmove(rules + low + 1, rules + low, (i - low) * sizeof(struct technology_rule *));
		rules[low] = rule;
	}
}

static void add_to_scenario(struct reader *reader, struct technology_rules *result,
	struct name_table *names, struct technology_rule *rule)
{
	struct string name = rule_name(reader, rule, false);
	struct technology_scenario *scenario = name_table_find(names, name);

	if (!scenario) {
		scenario = arena_allocate(reader->arena, 1, sizeof(*scenario));
		scenario->name = name;
		scenario->first = rule;
		scenario->best_weight = rule->weight;
		scenario->rules = arena_allocate(
			reader->arena, result->rule_count, sizeof(struct technology_rule *));
		name_table_add(names, reader->arena, name, scenario);
		result->scenarios[result->scenario_count++] = scenario;
	}
	rule->scenario = scenario;
	scenario->rules[scenario->rule_count++] = rule;
	if (rule->weight > scenario->best_weight)
		scenario->best_weight = rule->weight;
}

void technology_rules_read(struct technology_rules *result, struct arena *arena, struct node node,
	struct problems *problems)
{
	struct reader reader = {arena, problems};
	struct name_table names = {0};
	struct technology_rule **rules;

	*result = (struct technology_rules){0};
	if (node_is_null(node))
		return;
	if (node_kind(node) != NODE_SEQUENCE) {
		bool is_map = node_kind(node) == NODE_MAPPING;

		problems_add(problems, is_map ? PHASE_NORMALISE_RELATIONSHIPS : PHASE_LOAD,
			DIAGNOSTIC_CODE_BAD_RULE, node, "%s",
			is_map ? "rules is not iterable" : "Rules not loaded")
			->advice = STRING("technology rules are a list");
		return;
	}
	result->rule_count = node_count(node);
	rules = arena_allocate(arena, result->rule_count, sizeof(struct technology_rule *));
	result->scenarios =
		arena_allocate(arena, result->rule_count, sizeof(struct technology_scenario *));
	for (uint32_t i = 0; i < result->rule_count; i++)
		rules[i] = read_rule(&reader, node_item(node, i));
	sort(&reader, rules, result->rule_count);
	for (uint32_t i = 0; i < result->rule_count; i++)
		add_to_scenario(&reader, result, &names, rules[i]);
}

struct node technology_rule_conditions(const struct technology_rule *rule)
{
	return rule->conditions;
}
