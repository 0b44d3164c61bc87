/* Requirements that a node type defines (section "Requirement definition"): what they ask of nodes
 * of a type that they name, and what they refine of their relationships. */
#include "analyzer/model/requirements/requirement_definition_check.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/requirements/node_filter_check.h"
#include "analyzer/model/scope/type_relation.h"

static struct placed_node capability_of(const struct type_member *requirement)
{
	return member_value(requirement, "capability", "capability");
}

/* ---- filters ---- */

/* Simple Profile 1.3: properties and capabilities that nodes of the type do not have. */
static void check_filter(struct template_checker *checker, const struct type_member *requirement)
{
	const struct type *node =
		placed_type(member_value(requirement, "node", "capability"), TYPE_NODE);
	if (!node || node_kind(requirement->definition) != NODE_MAPPING)
		return;
	struct graph_place place = graph_type(node);
	place.is_open = false;
	node_filter_check(checker, &place, node_get(requirement->definition, "node_filter"),
		(struct node){0}, true);
}

/* ---- capabilities ---- */

/* "The node type specified by the node keyname must also contain a capability definition that
 * fulfills the requirement set via the capability keyname above." The standard's own examples have
 * nodes of derived types in mind. */
static void check_node(struct template_checker *checker, const struct type_member *requirement)
{
	struct placed_node named = member_value(requirement, "node", "capability");
	struct placed_node capability = capability_of(requirement);
	const struct type *node = placed_type(named, TYPE_NODE);
	const struct type *wanted = placed_type(capability, TYPE_CAPABILITY);
	bool is_own = named.where == requirement->origin || capability.where == requirement->origin;
	if (!is_own || !node || !wanted || !type_is_rooted(node))
		return;
	struct type_members offered =
		member_cache_get(checker->values.members, node, PART_CAPABILITIES);
	for (size_t i = 0; i < offered.count; i++) {
		const struct type *type = placed_type(
			member_value(&offered.items[i], "type", "type"), TYPE_CAPABILITY);
		if (string_equal(offered.items[i].name, node_text(capability.node)) ||
			type_derives(type, wanted) != FAILS)
			return;
	}
	template_report(checker, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION,
		named.where == requirement->origin ? named.node : capability.node,
		"Node type \"%.*s\" has no capability of type \"%.*s\" for requirement \"%.*s\"",
		STRING_ARGUMENTS(node->name), STRING_ARGUMENTS(wanted->name),
		STRING_ARGUMENTS(requirement->name))
		->severity = DIAGNOSTIC_WARNING;
}

struct string requirement_capability_name(const struct type_member *requirement)
{
	struct placed_node capability = capability_of(requirement);
	const struct type *node =
		placed_type(member_value(requirement, "node", "capability"), TYPE_NODE);
	if (!node || placed_type(capability, TYPE_CAPABILITY))
		return (struct string){"", 0};
	return node_text(capability.node);
}

/* "If the capability was specified using the symbolic name of a capability definition in the target
 * node type, then the capability keyname definition MUST remain unchanged in any subsequent
 * refinements". */
static void check_name(struct template_checker *checker, const struct type_member *requirement)
{
	struct placed_node own = capability_of(requirement);
	struct string name = requirement->refines
				     ? requirement_capability_name(requirement->refines)
				     : (struct string){"", 0};
	if (name.length && own.where == requirement->origin &&
		!string_equal(node_text(own.node), name))
		template_report(checker, DIAGNOSTIC_CODE_BAD_TYPE_DEFINITION, own.node,
			"Requirement \"%.*s\" of \"%.*s\" names the capability \"%.*s\", which a "
			"refinement cannot change",
			STRING_ARGUMENTS(requirement->name),
			STRING_ARGUMENTS(requirement->refines->origin->name),
			STRING_ARGUMENTS(name));
}

const struct type *requirement_relationship(const struct type_member *requirement,
	const struct type *origin, struct type_member *relationship)
{
	struct node definition =
		requirement->origin == origin && node_kind(requirement->definition) == NODE_MAPPING
			? node_get(requirement->definition, "relationship")
			: (struct node){0};
	if (node_kind(definition) != NODE_MAPPING)
		return NULL;
	*relationship =
		(struct type_member){requirement->name, requirement->key, definition, origin, NULL};
	return placed_type(
		member_type_name(requirement, "relationship", "capability"), TYPE_RELATIONSHIP);
}

void requirement_definitions_check(struct template_checker *checker, const struct type *type)
{
	struct type_members requirements =
		member_cache_get(checker->values.members, type, PART_REQUIREMENTS);
	for (size_t i = 0; type->kind == TYPE_NODE && i < requirements.count; i++) {
		const struct type_member *requirement = &requirements.items[i];
		if (requirement->origin != type)
			continue;
		check_filter(checker, requirement);
		if (!version_is_2_0(checker->scope.version))
			continue;
		check_node(checker, requirement);
		check_name(checker, requirement);
	}
}
