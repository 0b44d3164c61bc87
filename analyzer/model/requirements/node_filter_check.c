#include "analyzer/model/requirements/node_filter_check.h"

#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/scope/type_relation.h"
#include "analyzer/model/text/clause_text.h"
#include "analyzer/model/values/constraint_check.h"
#include "analyzer/model/values/function_value.h"
#include "analyzer/model/values/validation_clause.h"

struct filter {
	struct template_checker *checker;
	struct node target; /* has to pass; absent if it is found by the filter */
	bool is_written_here;
};

/* ---- names ---- */

static void report_unknown(const struct filter *filter, const struct graph_place *place,
	enum type_part part, struct node key)
{
	struct suggestion suggestion = suggestion_for(node_text(key));
	graph_suggest(filter->checker, place, part, &suggestion);
	if (filter->is_written_here)
		template_report_unknown(filter->checker, "", place->name, part, key, &suggestion);
}

/* A node that is found later may have more than its type says, but hardly under nearly the name of
 * what the type has. */
static bool is_misspelt(const struct filter *filter, const struct graph_place *place,
	enum type_part part, struct node key)
{
	struct suggestion suggestion = suggestion_for(node_text(key));
	if (!place->is_open || !place->types.is_known || !filter->is_written_here)
		return false;
	graph_suggest(filter->checker, place, part, &suggestion);
	return suggestion.best.length > 0 && !string_equal(suggestion.best, node_text(key));
}

/* ---- values ---- */

/* A keyname of the property as the definition of a capability refines it. */
static struct node refined(const struct graph_place *place, struct string name, const char *keyname)
{
	for (const struct type_member *level = place->definition; level; level = level->refines) {
		struct node properties = node_get(level->definition, "properties");
		struct node value = node_get(node_find(properties, name).value, keyname);
		if (!node_is_null(value))
			return value;
	}
	return (struct node){0};
}

/* What a property is, if it is written: assigned without conditions, or by default. */
static struct node value_of(
	const struct graph_place *place, struct string name, struct value_schema schema)
{
	struct node value;
	if (properties_find(node_get(place->element, "properties"), name, &value))
		return value;
	/* A fixed value replaces all defaults. */
	static const char *const keynames[] = {"value", "default"};
	for (size_t i = 0; i < 2 && node_is_null(value); i++) {
		value = refined(place, name, keynames[i]);
		if (node_is_null(value))
			value = value_schema_get(schema, keynames[i]);
	}
	return value;
}

static bool check_clause(const struct filter *filter, struct node key, struct value_schema schema,
	struct node clause, struct node value)
{
	struct node_entry entry = node_entry(clause, 0);
	if (node_kind(clause) != NODE_MAPPING ||
		constraint_clause_verdict(&filter->checker->values, schema, node_text(entry.key),
			entry.value, value) != FAILS)
		return true;
	template_report(filter->checker, DIAGNOSTIC_CODE_UNFULFILLED_REQUIREMENT, filter->target,
		"\"%.*s\" does not pass the node filter: its \"%.*s\" violates %.*s",
		STRING_ARGUMENTS(node_text(filter->target)), STRING_ARGUMENTS(node_text(key)),
		STRING_ARGUMENTS(node_text(entry.key)));
	return false;
}

static void check_clauses(const struct filter *filter, const struct graph_place *place,
	struct node_entry property, struct value_schema schema)
{
	struct node value = value_of(place, node_text(property.key), schema);
	struct node clauses = property.value;
	if (node_is_absent(filter->target) || node_is_null(value) ||
		value_is_computed(filter->checker->scope.version, value))
		return;
	uint32_t count = node_kind(clauses) == NODE_SEQUENCE ? node_count(clauses) : 1;
	for (uint32_t i = 0; i < count; i++) {
		struct node clause =
			node_kind(clauses) == NODE_SEQUENCE ? node_item(clauses, i) : clauses;
		if (!check_clause(filter, property.key, schema, clause, value))
			return;
	}
}

static void check_operators(
	const struct filter *filter, struct value_schema schema, struct node clauses)
{
	uint32_t count = node_kind(clauses) == NODE_SEQUENCE ? node_count(clauses) : 1;
	for (uint32_t i = 0; i < count; i++)
		constraint_check_clause(&filter->checker->values, schema,
			node_kind(clauses) == NODE_SEQUENCE ? node_item(clauses, i) : clauses);
}

static void check_properties(
	const struct filter *filter, const struct graph_place *place, struct node properties)
{
	uint32_t count = collection_count(properties);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry property = collection_entry(properties, i);
		struct value_schema schema;
		if (node_is_absent(property.key))
			continue;
		enum verdict verdict = graph_find(
			filter->checker, place, PART_PROPERTIES, node_text(property.key), &schema);
		bool is_unknown = verdict == FAILS ||
				  (verdict == UNKNOWN && is_misspelt(filter, place, PART_PROPERTIES,
								 property.key));
		if (is_unknown)
			report_unknown(filter, place, PART_PROPERTIES, property.key);
		else if (verdict == HOLDS && filter->is_written_here)
			check_operators(filter, schema, property.value);
		if (verdict == HOLDS)
			check_clauses(filter, place, property, schema);
	}
}

/* ---- capabilities ---- */

/* By name, or the only one of a type; unknown if there are several. */
static struct graph_place capability_of(
	struct template_checker *checker, const struct graph_place *node, struct string name)
{
	struct graph_place found = graph_step_capability(checker, node, name);
	const struct type *type = types_find(checker->scope.types, TYPE_CAPABILITY, name);
	if (found.kind != PLACE_NOWHERE || !type)
		return found;
	for (size_t i = 0; i < node->types.count; i++) {
		struct type_members members = member_cache_get(
			checker->values.members, node->types.items[i], PART_CAPABILITIES);
		for (size_t j = 0; j < members.count; j++) {
			struct graph_place one =
				graph_step_capability(checker, node, members.items[j].name);
			if (one.kind == PLACE_CAPABILITY && types_derive(&one.types, type) == FAILS)
				continue;
			bool is_first = found.kind == PLACE_NOWHERE;
			found = is_first ? one : (struct graph_place){.kind = PLACE_UNKNOWN};
		}
	}
	return found;
}

void node_filter_check(struct template_checker *checker, const struct graph_place *node,
	struct node filter_node, struct node target, bool is_written_here)
{
	struct filter filter = {checker, target, is_written_here};
	struct node capabilities = node_get(filter_node, "capabilities");
	if (version_is_2_0(checker->scope.version) || node->kind != PLACE_NODE)
		return;
	check_properties(&filter, node, node_get(filter_node, "properties"));
	for (uint32_t i = 0; i < collection_count(capabilities); i++) {
		struct node_entry entry = collection_entry(capabilities, i);
		if (node_is_absent(entry.key))
			continue;
		struct graph_place capability = capability_of(checker, node, node_text(entry.key));
		bool is_unknown = capability.kind == PLACE_NOWHERE ||
				  (capability.kind == PLACE_UNKNOWN &&
					  is_misspelt(&filter, node, PART_CAPABILITIES, entry.key));
		if (is_unknown)
			report_unknown(&filter, node, PART_CAPABILITIES, entry.key);
		else if (capability.kind == PLACE_CAPABILITY)
			check_properties(&filter, &capability, node_get(entry.value, "properties"));
	}
}

/* ---- TOSCA 2.0 ---- */

/* The relationship that SELF means in a filter of TOSCA 2.0, as far as its end is concerned. */
struct relationship_end {
	struct template_checker *checker;
	const struct graph_place *node;
	struct graph_place capability;
};

static bool is_word(struct node arguments, uint32_t position, const char *word)
{
	return string_is(node_text(node_item(arguments, position)), word);
}

/* [ SELF, CAPABILITY, … ], [ SELF, TARGET, … ] or [ SELF, TARGET, CAPABILITY, <name>, … ] */
static struct graph_place place_of(
	const struct relationship_end *end, struct node path, uint32_t *position)
{
	struct graph_place unknown = {.kind = PLACE_UNKNOWN};
	*position = 2;
	if (!is_word(path, 0, "SELF"))
		return unknown;
	if (is_word(path, 1, "CAPABILITY"))
		return end->capability;
	if (!is_word(path, 1, "TARGET"))
		return unknown;
	if (!is_word(path, 2, "CAPABILITY"))
		return *end->node;
	*position = 4;
	return graph_step_capability(end->checker, end->node, node_text(node_item(path, 3)));
}

static bool is_literal(const struct relationship_end *end, struct node value)
{
	bool is_call = node_is_string(value) && string_starts_with(node_text(value), "$");
	return !node_is_null(value) && !is_call && !function_is_node_index(value) &&
	       !value_is_computed(end->checker->scope.version, value);
}

/* The literal value of a property that `$get_property` names as a whole. */
static struct node find_value(const void *context, struct node call, struct comparison *comparison)
{
	const struct relationship_end *end = context;
	struct node path = function_arguments(call, "get_property");
	struct value_schema schema;
	uint32_t position;
	if (node_kind(path) != NODE_SEQUENCE)
		return (struct node){0};
	struct graph_place place = place_of(end, path, &position);
	struct string name = node_text(node_item(path, position));
	if ((place.kind != PLACE_NODE && place.kind != PLACE_CAPABILITY) ||
		node_count(path) != position + 1 ||
		graph_find(end->checker, &place, PART_PROPERTIES, name, &schema) != HOLDS ||
		!constraint_comparison(&end->checker->values, schema, comparison))
		return (struct node){0};
	struct node value = value_of(&place, name, schema);
	return is_literal(end, value) ? value : (struct node){0};
}

/* ", as "cpus" is 1": what the properties are that a condition asks for. */
static struct string values_in(struct template_checker *checker, struct filter_values values,
	struct node condition, struct string text, unsigned depth)
{
	struct node path = function_arguments(condition, "get_property");
	struct comparison comparison;
	uint32_t count = node_count(condition);
	if (!node_is_absent(path)) {
		struct node value = values.find(values.context, condition, &comparison);
		struct string name = node_text(node_item(path, node_count(path) - 1));
		if (node_kind(value) != NODE_SCALAR)
			return text;
		return arena_format(checker->scope.arena, "%.*s%s \"%.*s\" is %.*s",
			STRING_ARGUMENTS(text), text.length ? " and" : ", as",
			STRING_ARGUMENTS(name), STRING_ARGUMENTS(node_text(value)));
	}
	for (uint32_t i = 0; i < count && depth < 8; i++)
		text = values_in(checker, values,
			node_kind(condition) == NODE_MAPPING ? node_entry(condition, i).value
							     : node_item(condition, i),
			text, depth + 1);
	return text;
}

void node_filter_check_target(struct template_checker *checker, const struct graph_place *node,
	struct string capability, struct node filter, struct node target)
{
	struct relationship_end end = {checker, node, {.kind = PLACE_UNKNOWN}};
	struct filter_values values = {&end, find_value};
	if (capability.length)
		end.capability = capability_of(checker, node, capability);
	if (node_is_null(filter) ||
		filter_clause_verdict(&checker->values, values, filter) != FAILS)
		return;
	struct node condition = filter_clause_failing(&checker->values, values, filter);
	struct string text = clause_text(condition, checker->scope.arena);
	struct string reason = values_in(checker, values, condition, STRING(""), 0);
	template_report(checker, DIAGNOSTIC_CODE_UNFULFILLED_REQUIREMENT, target,
		"\"%.*s\" does not pass the node filter %.*s%.*s",
		STRING_ARGUMENTS(node_text(target)), STRING_ARGUMENTS(text),
		STRING_ARGUMENTS(reason));
}

/* ---- substitution filters ---- */

struct substituted_node {
	struct template_checker *checker;
	const struct graph_place *place;
};

/* [ SELF, <name> ] or [ SELF, CAPABILITY, <capability>, <name> ], if the type fixes the value:
 * all else is for the node that is substituted to say. */
static struct node find_fixed_value(
	const void *context, struct node call, struct comparison *comparison)
{
	const struct substituted_node *node = context;
	struct relationship_end self = {node->checker, node->place, {.kind = PLACE_UNKNOWN}};
	struct node path = function_arguments(call, "get_property");
	struct graph_place place = *node->place;
	struct value_schema schema;
	uint32_t position = 1;
	if (node_kind(path) != NODE_SEQUENCE || !is_word(path, 0, "SELF"))
		return (struct node){0};
	if (is_word(path, 1, "CAPABILITY")) {
		place = graph_step_capability(
			node->checker, node->place, node_text(node_item(path, 2)));
		position = 3;
	}
	struct string name = node_text(node_item(path, position));
	if ((place.kind != PLACE_NODE && place.kind != PLACE_CAPABILITY) ||
		node_count(path) != position + 1 ||
		graph_find(node->checker, &place, PART_PROPERTIES, name, &schema) != HOLDS ||
		!constraint_comparison(&node->checker->values, schema, comparison))
		return (struct node){0};
	struct node value = refined(&place, name, "value");
	if (node_is_null(value))
		value = value_schema_get(schema, "value");
	return is_literal(&self, value) ? value : (struct node){0};
}

void node_filter_check_substituted(
	struct template_checker *checker, const struct graph_place *node, struct node filter)
{
	struct substituted_node substituted = {checker, node};
	struct filter_values values = {&substituted, find_fixed_value};
	if (node_is_null(filter) || node->kind != PLACE_NODE ||
		filter_clause_verdict(&checker->values, values, filter) != FAILS)
		return;
	struct node condition = filter_clause_failing(&checker->values, values, filter);
	struct string text = clause_text(condition, checker->scope.arena);
	struct string reason = values_in(checker, values, condition, STRING(""), 0);
	template_report(checker, DIAGNOSTIC_CODE_UNSATISFIABLE_FILTER, condition,
		"No node of type \"%.*s\" passes the filter %.*s%.*s", STRING_ARGUMENTS(node->name),
		STRING_ARGUMENTS(text), STRING_ARGUMENTS(reason));
}
