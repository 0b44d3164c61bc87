#include "analyzer/model/node_filter_check.h"

#include "analyzer/model/constraint_check.h"
#include "analyzer/model/type_relation.h"

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
	bool is_property = part == PART_PROPERTIES;
	struct string hint = suggestion_text(filter->checker, suggestion.best);
	if (filter->is_written_here)
		template_report(filter->checker,
			is_property ? DIAGNOSTIC_CODE_UNKNOWN_PROPERTY
				    : DIAGNOSTIC_CODE_UNKNOWN_CAPABILITY,
			key, "\"%.*s\" has no %s \"%.*s\"%.*s", STRING_ARGUMENTS(place->name),
			is_property ? "property" : "capability", STRING_ARGUMENTS(node_text(key)),
			STRING_ARGUMENTS(hint))
			->replacement = suggestion.best;
}

/* ---- values ---- */

/* What a property is, if it is written: assigned without conditions, or by default. */
static struct node value_of(
	const struct graph_place *place, struct string name, struct value_schema schema)
{
	struct node values = node_get(place->element, "properties");
	if (node_kind(values) == NODE_SEQUENCE)
		return (struct node){0};
	struct node_entry entry = node_find(values, name);
	return node_is_absent(entry.key) ? value_schema_get(schema, "default") : entry.value;
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
		if (verdict == FAILS)
			report_unknown(filter, place, PART_PROPERTIES, property.key);
		else if (verdict == HOLDS)
			check_clauses(filter, place, property, schema);
	}
}

/* ---- capabilities ---- */

/* "capabilities: <capability_name_or_type>" */
static struct graph_place capability_of(
	const struct filter *filter, const struct graph_place *node, struct string name)
{
	struct graph_place found = graph_step_capability(filter->checker, node, name);
	const struct type *type = types_find(filter->checker->scope.types, TYPE_CAPABILITY, name);
	for (size_t i = 0; found.kind == PLACE_NOWHERE && type && i < node->types.count; i++) {
		struct type_members members = member_cache_get(
			filter->checker->values.members, node->types.items[i], PART_CAPABILITIES);
		for (size_t j = 0; found.kind == PLACE_NOWHERE && j < members.count; j++) {
			struct graph_place one =
				graph_step_capability(filter->checker, node, members.items[j].name);
			if (one.kind != PLACE_CAPABILITY || types_derive(&one.types, type) != FAILS)
				found = one;
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
		struct graph_place capability = capability_of(&filter, node, node_text(entry.key));
		if (capability.kind == PLACE_NOWHERE)
			report_unknown(&filter, node, PART_CAPABILITIES, entry.key);
		else if (capability.kind == PLACE_CAPABILITY)
			check_properties(&filter, &capability, node_get(entry.value, "properties"));
	}
}
