/* The elements of a topology or service template against their types. */
#include "analyzer/model/template/template_check.h"

#include "analyzer/model/behaviour/activity_check.h"
#include "analyzer/model/behaviour/artifact_check.h"
#include "analyzer/model/behaviour/interface_check.h"
#include "analyzer/model/checker/template_checker.h"
#include "analyzer/model/definitions/repository_check.h"
#include "analyzer/model/definitions/type_check.h"
#include "analyzer/model/functions/function_check.h"
#include "analyzer/model/functions/function_definition_check.h"
#include "analyzer/model/functions/function_result.h"
#include "analyzer/model/functions/parameter_check.h"
#include "analyzer/model/grammar/directives.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/requirements/attribute_check.h"
#include "analyzer/model/requirements/capability_check.h"
#include "analyzer/model/requirements/capability_count_check.h"
#include "analyzer/model/requirements/node_filter_check.h"
#include "analyzer/model/requirements/requirement_check.h"
#include "analyzer/model/requirements/requirement_count_check.h"
#include "analyzer/model/scope/type_relation.h"
#include "analyzer/model/template/copy_check.h"
#include "analyzer/model/template/membership_check.h"
#include "analyzer/model/template/preset_check.h"
#include "analyzer/model/template/substitution_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* What the node is made from may be found or computed later. */
static bool is_made_elsewhere(struct node node)
{
	return directives_select(node_get(node, "directives")) ||
	       !node_is_null(node_get(node, "copy"));
}

static void check_properties(struct template_checker *checker, const struct type *type,
	struct node_entry element, bool report_missing)
{
	struct type_members properties =
		member_cache_get(checker->values.members, type, PART_PROPERTIES);
	checker->values.is_open = !type_is_rooted(type);
	value_check_all(&checker->values, properties, node_get(element.value, "properties"),
		element.key, "property", node_text(element.key), report_missing);
	checker->values.is_open = false;
}

/* ---- elements ---- */

typedef void element_check(
	struct template_checker *checker, const struct type *type, struct node_entry element);

static bool is_found_in(const struct diagnostics *found, const struct diagnostic *diagnostic)
{
	for (size_t i = 0; i < found->count; i++) {
		const struct node_reference a = found->items[i].location.node;
		const struct node_reference b = diagnostic->location.node;
		if (found->items[i].code == diagnostic->code && a.section == b.section &&
			a.index == b.index)
			return true;
	}
	return false;
}

/* Of several types under conditions, what is wrong with all of them is wrong for sure. */
static void check_alternatives(struct template_checker *checker, const struct element_types *types,
	struct node_entry element, element_check *check)
{
	struct diagnostics *diagnostics = checker->values.diagnostics;
	struct diagnostics found[MOST_ALTERNATIVES];
	for (size_t i = 0; i < types->count; i++) {
		found[i] = diagnostics_in(diagnostics->arena);
		checker->values.diagnostics = &found[i];
		check(checker, types->items[i], element);
	}
	checker->values.diagnostics = diagnostics;
	for (size_t i = 0; i < found[0].count; i++) {
		struct diagnostics one = {.items = &found[0].items[i], .count = 1};
		bool is_certain = true;
		for (size_t j = 1; j < types->count && is_certain; j++)
			is_certain = is_found_in(&found[j], one.items);
		if (is_certain)
			diagnostics_append(diagnostics, &one);
	}
}

static void check_with_types(struct template_checker *checker, const struct element_types *types,
	struct node_entry element, element_check *check)
{
	if (!types->is_known)
		return;
	/* What is missing comes from the original. */
	checker->values.is_default = !node_is_null(node_get(element.value, "copy"));
	if (types->count == 1)
		check(checker, types->items[0], element);
	else
		check_alternatives(checker, types, element, check);
	checker->values.is_default = false;
}
static void check_element(struct template_checker *checker, enum type_kind kind,
	const char *collection, struct node_entry element, element_check *check)
{
	struct element_types types =
		template_types_of(&checker->scope, kind, collection, element.value);
	check_with_types(checker, &types, element, check);
}

static void check_node_of_type(
	struct template_checker *checker, const struct type *type, struct node_entry node)
{
	bool report_missing = !is_made_elsewhere(node.value);
	check_properties(checker, type, node, report_missing);
	attributes_check(checker, type, node);
	capabilities_check(checker, type, node, report_missing);
	requirement_counts_check(checker, type, node);
	requirements_check(checker, type, node);
}

/* With the directive `select`: what the chosen node has to pass. */
static void check_own_filter(
	struct template_checker *checker, const struct graph_place *place, struct node_entry node)
{
	struct graph_place chosen = *place;
	chosen.element = (struct node){0};
	if (directives_select(node_get(node.value, "directives")))
		node_filter_check(checker, &chosen, node_get(node.value, "node_filter"),
			(struct node){0}, true);
}

static void check_relationship_of_type(
	struct template_checker *checker, const struct type *type, struct node_entry relationship)
{
	check_properties(
		checker, type, relationship, node_is_null(node_get(relationship.value, "copy")));
	attributes_check(checker, type, relationship);
}

/* TOSCA 1.x: a relationship that is named by its type, or left to the definition of the
 * requirement, has no values but defaults. */
static bool is_made_of_type(
	struct template_checker *checker, struct node requirement, struct node name)
{
	return !version_is_2_0(checker->scope.version) && !node_is_absent(requirement) &&
	       (node_is_null(name) ||
		       (node_is_string(name) && node_is_absent(template_find(&checker->scope,
							"relationship_templates", node_text(name))
								       .key)));
}

/* Relationships that requirement assignments describe themselves: like relationship templates. */
static void check_assigned_relationships(
	struct template_checker *checker, const struct graph_place *node)
{
	struct node requirements = node_get(node->element, "requirements");
	uint32_t count = node_kind(requirements) == NODE_SEQUENCE ? node_count(requirements) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(node_item(requirements, i), 0);
		struct node relationship = node_kind(entry.value) == NODE_MAPPING
						   ? node_get(entry.value, "relationship")
						   : (struct node){0};
		if (node_kind(relationship) != NODE_MAPPING &&
			!is_made_of_type(checker, entry.key, relationship))
			continue;
		struct graph_place place = graph_assigned_relationship(checker, node, entry);
		checker->place = &place;
		check_with_types(checker, &place.types,
			(struct node_entry){entry.key, relationship}, check_relationship_of_type);
		interfaces_check(checker, &place, node_get(relationship, "interfaces"));
	}
	checker->place = NULL;
}

static void check_node(struct template_checker *checker, struct node_entry node)
{
	struct graph_place place = graph_node(checker, node);
	template_note_element(&checker->scope, "node_templates", node);
	copy_check(checker, "node_templates", node);
	capability_limits_note(checker, node);
	checker->place = &place;
	check_element(checker, TYPE_NODE, "node_templates", node, check_node_of_type);
	interfaces_check(checker, &place, node_get(node.value, "interfaces"));
	artifacts_check(checker, node);
	check_assigned_relationships(checker, &place);
	check_own_filter(checker, &place, node);
	function_check_node(checker, node);
}

static void check_relationship(struct template_checker *checker, struct node_entry relationship)
{
	struct graph_place place = graph_relationship(checker, relationship);
	template_note_element(&checker->scope, "relationship_templates", relationship);
	copy_check(checker, "relationship_templates", relationship);
	checker->place = &place;
	check_element(checker, TYPE_RELATIONSHIP, "relationship_templates", relationship,
		check_relationship_of_type);
	interfaces_check(checker, &place, node_get(relationship.value, "interfaces"));
	checker->place = NULL;
	function_check_relationship(checker, relationship);
}

static void check_group_of_type(
	struct template_checker *checker, const struct type *type, struct node_entry group)
{
	check_properties(checker, type, group, true);
	attributes_check(checker, type, group);
	members_check(checker, type, group);
}

static void check_policy_of_type(
	struct template_checker *checker, const struct type *type, struct node_entry policy)
{
	check_properties(checker, type, policy, true);
	targets_check(checker, type, policy);
}

static void check_group(struct template_checker *checker, struct node_entry group)
{
	struct graph_place unknown = {.kind = PLACE_UNKNOWN};
	template_note_element(&checker->scope, "groups", group);
	checker->place = &unknown;
	function_check_values(checker, &unknown, node_get(group.value, "properties"));
	function_check_values(checker, &unknown, node_get(group.value, "attributes"));
	check_element(checker, TYPE_GROUP, "groups", group, check_group_of_type);
	repeated_check(checker, node_get(group.value, "members"));
	checker->place = NULL;
}

static void check_policy(struct template_checker *checker, struct node_entry policy)
{
	struct graph_place unknown = {.kind = PLACE_UNKNOWN};
	checker->place = &unknown;
	function_check_values(checker, &unknown, node_get(policy.value, "properties"));
	check_element(checker, TYPE_POLICY, "policies", policy, check_policy_of_type);
	repeated_check(checker, node_get(policy.value, "targets"));
	checker->place = NULL;
	triggers_check(checker, policy);
}

static void check_output(struct template_checker *checker, struct node_entry output)
{
	template_note_element(&checker->scope, "outputs", output);
	parameter_check(checker, output);
}

static void check_input(struct template_checker *checker, struct node_entry input)
{
	template_note_element(&checker->scope, "inputs", input);
	parameter_check(checker, input);
}

/* Its steps are checked with the whole template: they name each other. */
static void check_workflow(struct template_checker *checker, struct node_entry workflow)
{
	struct graph_place unknown = {.kind = PLACE_UNKNOWN};
	implementation_check(checker, &unknown, NULL, workflow.value);
	template_note_element(&checker->scope, "workflows", workflow);
}

/* The first entry that does not begin in a section before this one: entries come in the order
 * of the text. */
static uint32_t first_entry_of(struct node collection, uint32_t section)
{
	uint32_t low = 0;
	uint32_t high = node_count(collection);
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (collection_entry(collection, middle).key.reference.section < section)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* All entries of a map, or of a list of single-entry maps, that begin in the section. Entries
 * that were merged from above are out of order: then every entry is looked at. */
static void each(struct template_checker *checker, const char *keyname, uint32_t section,
	void (*visit)(struct template_checker *checker, struct node_entry entry))
{
	struct node collection = node_get(checker->scope.template, keyname);
	uint32_t count = collection_count(collection);
	bool is_ordered =
		node_kind(collection) == NODE_MAPPING && node_written_count(collection) == count;
	bool finds_quickly = section != EVERY_SECTION && is_ordered;
	uint32_t first = finds_quickly ? first_entry_of(collection, section) : 0;
	for (uint32_t i = first; i < count; i++) {
		struct node_entry entry = collection_entry(collection, i);
		uint32_t own = entry.key.reference.section;
		bool is_inside = section == EVERY_SECTION || own == section;
		if (!is_inside && finds_quickly)
			return;
		checker->scope.section = own;
		types_asked_by(checker->values.types, own);
		bool is_named = !node_is_collection(entry.key);
		if (is_inside && is_named && node_kind(entry.value) == NODE_MAPPING) {
			visit(checker, entry);
			template_notes_found(
				checker->scope.notes, own, checker->values.diagnostics);
		}
	}
}

static struct template_checker checker_for(const struct types *types,
	const struct syntax_tree *tree, struct diagnostics *diagnostics,
	struct template_notes *notes, struct arena *arena)
{
	return (struct template_checker){
		.values =
			{
				.types = types,
				.version = grammar_version(tree),
				.diagnostics = diagnostics,
				.members = member_cache_create(arena),
				.check_call = function_result_check,
			},
		.scope = template_scope_of(types, tree, notes, arena),
	};
}

struct template_checker template_checker_for_lookups(
	const struct types *types, const struct syntax_tree *tree, struct arena *arena)
{
	return checker_for(types, tree, NULL, NULL, arena);
}

void types_check_template(const struct types *types, const struct syntax_tree *tree,
	uint32_t section, struct diagnostics *diagnostics, struct template_notes *notes)
{
	struct arena *arena = arena_create();
	struct template_checker checker = checker_for(types, tree, diagnostics, notes, arena);
	checker.values.caller = &checker;
	each(&checker, "inputs", section, check_input);
	each(&checker, "node_templates", section, check_node);
	each(&checker, "relationship_templates", section, check_relationship);
	each(&checker, "groups", section, check_group);
	each(&checker, "policies", section, check_policy);
	each(&checker, "outputs", section, check_output);
	each(&checker, "workflows", section, check_workflow);
	substitution_check(&checker, section);
	pattern_cache_destroy(checker.values.patterns);
	arena_destroy(arena);
}

void types_check_whole_template(
	const struct types *types, const struct syntax_tree *tree, struct diagnostics *diagnostics)
{
	struct arena *arena = arena_create();
	struct template_checker checker = checker_for(types, tree, diagnostics, NULL, arena);
	checker.values.caller = &checker;
	struct node workflows = node_get(checker.scope.template, "workflows");
	uint32_t count = node_kind(workflows) == NODE_MAPPING ? node_count(workflows) : 0;
	for (uint32_t i = 0; i < count; i++)
		workflow_check_steps(&checker, node_entry(workflows, i).value);
	if (version_is_2_0(checker.scope.version))
		function_definitions_check(&checker);
	capability_counts_check(&checker);
	repositories_check(&checker.values, node_get(syntax_tree_root(tree), "repositories"));
	pattern_cache_destroy(checker.values.patterns);
	arena_destroy(arena);
}

bool types_check_presets(
	const struct types *types, const struct syntax_tree *tree, struct diagnostics *diagnostics)
{
	struct arena *arena = arena_create();
	struct template_checker checker = checker_for(types, tree, diagnostics, NULL, arena);
	checker.values.caller = &checker;
	bool asks = presets_check(&checker.values, node_get(checker.scope.template, "variability"));
	pattern_cache_destroy(checker.values.patterns);
	arena_destroy(arena);
	return asks;
}
