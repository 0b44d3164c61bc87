/* Values and requirements of a topology or service template against its types. */
#include "analyzer/model/type_check.h"

#include "analyzer/model/grammar.h"
#include "analyzer/model/value_check.h"
#include "analyzer/model/workflow_check.h"

#include <math.h>

/* The type that a template names; NULL if it is unknown, or one of several. */
static const struct type *type_of(
	const struct value_checker *checker, enum type_kind kind, struct node element)
{
	struct node type = node_get(element, "type");
	return node_is_string(type) ? types_find(checker->types, kind, node_text(type)) : NULL;
}

/* What the node is made from may be found or computed later. */
static bool is_made_elsewhere(struct node node)
{
	struct node directives = node_get(node, "directives");
	uint32_t count = node_kind(directives) == NODE_SEQUENCE ? node_count(directives) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct string directive = node_text(node_item(directives, i));
		if (string_is(directive, "select") || string_is(directive, "selectable"))
			return true;
	}
	return !node_is_null(node_get(node, "copy"));
}

static void check_properties(struct value_checker *checker, const struct type *type,
	struct node_entry element, bool report_missing)
{
	struct type_members properties =
		type_members(type, PART_PROPERTIES, checker->diagnostics->arena);
	value_check_all(checker, properties, node_get(element.value, "properties"), element.key,
		"property", node_text(element.key), report_missing);
}

/* ---- capabilities ---- */

/* The properties of a capability of a node: those of its type, refined where the node type
 * defines the capability. */
static struct type_members capability_properties(
	const struct value_checker *checker, const struct type_member *capability)
{
	struct node name = type_member_get(capability, "type");
	const struct type_member *first = capability;
	if (node_is_null(name)) {
		for (; first; first = first->refines) {
			if (node_is_string(first->definition)) {
				name = first->definition;
				break;
			}
		}
	}
	if (node_is_null(name) || !first)
		return (struct type_members){0};
	const struct type *type = type_find_from(first->origin, TYPE_CAPABILITY, node_text(name));
	return type_members(type, PART_PROPERTIES, checker->diagnostics->arena);
}

static bool is_refined(const struct type_member *capability, struct string property)
{
	for (; capability; capability = capability->refines) {
		struct node properties = node_get(capability->definition, "properties");
		if (!node_is_absent(node_find(properties, property).key))
			return true;
	}
	return false;
}

static void check_capabilities(
	struct value_checker *checker, const struct type *type, struct node_entry node)
{
	struct arena *arena = checker->diagnostics->arena;
	struct node assigned = node_get(node.value, "capabilities");
	struct type_members capabilities = type_members(type, PART_CAPABILITIES, arena);
	for (size_t i = 0; i < capabilities.count; i++) {
		const struct type_member *capability = &capabilities.items[i];
		struct type_members properties = capability_properties(checker, capability);
		struct node_entry assignment = node_find(assigned, capability->name);
		struct node values = node_get(assignment.value, "properties");
		struct node place = node_is_absent(assignment.key) ? node.key : assignment.key;
		/* Properties that the node type refines have their value there. */
		struct type_member *open =
			arena_allocate(arena, properties.count + 1, sizeof(*open));
		size_t count = 0;
		for (size_t j = 0; j < properties.count; j++) {
			if (!is_refined(capability, properties.items[j].name))
				open[count++] = properties.items[j];
		}
		bool all_open = count == properties.count;
		if (all_open)
			value_check_all(checker, properties, values, place, "property",
				capability->name, version_is_2_0(checker->version));
	}
}

/* ---- requirements ---- */

static bool has_condition(struct node assignment)
{
	return !node_is_null(node_get(assignment, "conditions")) ||
	       !node_is_null(node_get(assignment, "default_alternative"));
}

/* How many relationships the assignments of one name ask for; conditions make it unknown. */
static bool count_assignments(struct node requirements, struct string name, double *total)
{
	uint32_t count = node_count(requirements);
	*total = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(node_item(requirements, i), 0);
		if (!string_equal(node_text(entry.key), name))
			continue;
		struct node times = node_get(entry.value, "count");
		if (has_condition(entry.value) ||
			(!node_is_null(times) && isnan(node_number(times))))
			return false;
		if (!node_is_null(node_get(entry.value, "occurrences")))
			return false;
		*total += node_is_null(times) ? 1 : node_number(times);
	}
	return true;
}

static void check_requirements(
	struct value_checker *checker, const struct type *type, struct node_entry node)
{
	struct node assigned = node_get(node.value, "requirements");
	if (node_kind(assigned) != NODE_SEQUENCE)
		return;
	struct type_members requirements =
		type_members(type, PART_REQUIREMENTS, checker->diagnostics->arena);
	for (size_t i = 0; i < requirements.count; i++) {
		const struct type_member *requirement = &requirements.items[i];
		const char *keyname =
			version_is_2_0(checker->version) ? "count_range" : "occurrences";
		struct node range = type_member_get(requirement, keyname);
		double most = node_number(node_item(range, 1));
		double total;
		if (node_is_null(range) || isnan(most) ||
			!count_assignments(assigned, requirement->name, &total) || total <= most)
			continue;
		struct diagnostic *diagnostic = diagnostics_add(checker->diagnostics,
			DIAGNOSTIC_CODE_REQUIREMENT_COUNT, node_key(assigned),
			"Requirement \"%.*s\" is assigned %g times, at "
			"most %g are allowed",
			STRING_ARGUMENTS(requirement->name), total, most);
		if (!version_is_2_0(checker->version))
			diagnostic->severity = DIAGNOSTIC_WARNING;
	}
}

/* ---- elements ---- */

static void check_node(struct value_checker *checker, struct node_entry node)
{
	const struct type *type = type_of(checker, TYPE_NODE, node.value);
	if (!type || type->is_cyclic)
		return;
	bool report_missing = !is_made_elsewhere(node.value);
	check_properties(checker, type, node, report_missing);
	if (report_missing)
		check_capabilities(checker, type, node);
	check_requirements(checker, type, node);
}

static void check_relationship(struct value_checker *checker, struct node_entry relationship)
{
	const struct type *type = type_of(checker, TYPE_RELATIONSHIP, relationship.value);
	if (type)
		check_properties(checker, type, relationship,
			node_is_null(node_get(relationship.value, "copy")));
}

static void check_group(struct value_checker *checker, struct node_entry group)
{
	const struct type *type = type_of(checker, TYPE_GROUP, group.value);
	if (type)
		check_properties(checker, type, group, true);
}

static void check_policy(struct value_checker *checker, struct node_entry policy)
{
	const struct type *type = type_of(checker, TYPE_POLICY, policy.value);
	if (type)
		check_properties(checker, type, policy, true);
}

static void check_input(struct value_checker *checker, struct node_entry input)
{
	struct node value = node_get(input.value, "default");
	if (!node_is_null(value))
		value_check(checker, value_schema_of_definition(input.value), node_key(value),
			value, node_text(input.key));
}

static struct node_entry entry_of(struct node collection, uint32_t position)
{
	if (node_kind(collection) == NODE_MAPPING)
		return node_entry(collection, position);
	return node_entry(node_item(collection, position), 0);
}

/* The first entry that does not begin in a section before this one: entries come in the order
 * of the text. */
static uint32_t first_entry_of(struct node collection, uint32_t section)
{
	uint32_t low = 0;
	uint32_t high = node_count(collection);
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (entry_of(collection, middle).key.reference.section < section)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* All entries of a map, or of a list of single-entry maps, that begin in the section. Entries
 * that were merged from above are out of order: then every entry is looked at. */
static void each(struct value_checker *checker, struct node collection, uint32_t section,
	void (*visit)(struct value_checker *checker, struct node_entry entry))
{
	uint32_t count = node_count(collection);
	bool is_ordered = node_kind(collection) == NODE_MAPPING && count > 0 &&
			  entry_of(collection, 0).key.reference.section <=
				  entry_of(collection, count - 1).key.reference.section;
	bool finds_quickly = section != EVERY_SECTION && is_ordered;
	uint32_t first = finds_quickly ? first_entry_of(collection, section) : 0;
	for (uint32_t i = first; i < count; i++) {
		struct node_entry entry = entry_of(collection, i);
		bool is_inside = section == EVERY_SECTION || entry.key.reference.section == section;
		if (!is_inside && finds_quickly)
			return;
		if (is_inside && node_kind(entry.value) == NODE_MAPPING)
			visit(checker, entry);
	}
}

void types_check_template(const struct types *types, const struct syntax_tree *tree,
	uint32_t section, struct diagnostics *diagnostics)
{
	struct value_checker checker = {
		.types = types,
		.version = grammar_version(tree),
		.diagnostics = diagnostics,
	};
	struct node root = syntax_tree_root(tree);
	struct node template = node_get(root, "topology_template");
	if (node_is_null(template))
		template = node_get(root, "service_template");
	each(&checker, node_get(template, "inputs"), section, check_input);
	each(&checker, node_get(template, "node_templates"), section, check_node);
	each(&checker, node_get(template, "relationship_templates"), section, check_relationship);
	each(&checker, node_get(template, "groups"), section, check_group);
	each(&checker, node_get(template, "policies"), section, check_policy);
	/* Workflows refer to nodes all over the template: they are looked at with the whole. */
	if (section == EVERY_SECTION && version_is_2_0(checker.version))
		workflow_check_calls(types, template, diagnostics);
}
