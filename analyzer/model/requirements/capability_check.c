/* Capabilities of a node: those that its type does not define, and the values that the template
 * assigns in them. */
#include "analyzer/model/requirements/capability_check.h"

#include "analyzer/model/checker/template_checker.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/requirements/attribute_check.h"
#include "analyzer/model/scope/type_relation.h"

#include <math.h>

static void report_unknown_capabilities(struct template_checker *checker, const struct type *type,
	struct type_members capabilities, struct node assigned)
{
	uint32_t count = node_kind(assigned) == NODE_MAPPING && type_is_rooted(type)
				 ? node_count(assigned)
				 : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node key = node_entry(assigned, i).key;
		/* TOSCA 1.x: the root, which not every type names, has "feature". */
		bool is_general = !version_is_2_0(checker->scope.version) &&
				  string_is(node_text(key), "feature");
		if (is_general || node_is_collection(key) ||
			type_members_find(capabilities, node_text(key)))
			continue;
		struct suggestion suggestion = suggestion_for(node_text(key));
		for (size_t j = 0; j < capabilities.count && suggestion_wants_more(&suggestion);
			j++)
			suggestion_offer(&suggestion, capabilities.items[j].name);
		template_report_unknown(
			checker, "Node type ", type->name, PART_CAPABILITIES, key, &suggestion);
	}
}

static bool is_refined(const struct type_member *capability, const char *keyname)
{
	for (; capability; capability = capability->refines)
		if (node_count(node_get(capability->definition, keyname)) > 0)
			return true;
	return false;
}

/* TOSCA 2.0, section "Capability definition": definitions in the node type refine those of the
 * capability type, or add to them. */
static struct type_members members_of(struct template_checker *checker,
	const struct type_member *capability, const struct type *type, enum type_part part)
{
	const char *keyname = part == PART_PROPERTIES ? "properties" : "attributes";
	return is_refined(capability, keyname)
		       ? type_members_of_element(type, capability, part, checker->scope.arena)
		       : member_cache_get(checker->values.members, type, part);
}

static double bound_of(struct node range, uint32_t position)
{
	double number = node_number(node_item(range, position));
	return isnan(number) ? INFINITY : number;
}

/* Simple Profile 1.3, section "Capability assignment": the range that the definition allows. */
static void check_occurrences(struct template_checker *checker,
	const struct type_member *capability, struct node occurrences)
{
	struct node allowed = type_member_get(capability, "occurrences");
	if (node_kind(occurrences) != NODE_SEQUENCE || node_kind(allowed) != NODE_SEQUENCE ||
		(bound_of(occurrences, 0) >= bound_of(allowed, 0) &&
			bound_of(occurrences, 1) <= bound_of(allowed, 1)))
		return;
	template_report(checker, DIAGNOSTIC_CODE_BAD_KEYNAME_VALUE, occurrences,
		"The range of \"%.*s\" is not within [%.*s, %.*s], which \"%.*s\" allows",
		STRING_ARGUMENTS(capability->name),
		STRING_ARGUMENTS(node_text(node_item(allowed, 0))),
		STRING_ARGUMENTS(node_text(node_item(allowed, 1))),
		STRING_ARGUMENTS(capability->origin->name));
}

/* `node` is where is told what is missing if nothing is assigned: then not the capability itself is
 * to be looked at, but what the node is to say of it. */
static void check_capability(struct template_checker *checker, const struct type_member *capability,
	struct node_entry assignment, struct node node, bool report_missing)
{
	const struct type *type =
		placed_type(member_value(capability, "type", "type"), TYPE_CAPABILITY);
	struct type_members properties = members_of(checker, capability, type, PART_PROPERTIES);
	struct type_members attributes = members_of(checker, capability, type, PART_ATTRIBUTES);
	bool is_assigned = !node_is_absent(assignment.key);
	struct string owner = is_assigned ? capability->name
					  : arena_format(checker->scope.arena, "%.*s.%.*s",
						    STRING_ARGUMENTS(node_text(node)),
						    STRING_ARGUMENTS(capability->name));
	check_occurrences(checker, capability, node_get(assignment.value, "occurrences"));
	if (!type_is_rooted(type))
		return;
	value_check_map(&checker->values, properties, node_get(assignment.value, "properties"),
		is_assigned ? assignment.key : node, "property", owner, report_missing);
	attribute_values_check(checker, attributes, properties,
		node_get(assignment.value, "attributes"), capability->name);
}

void capabilities_check(struct template_checker *checker, const struct type *type,
	struct node_entry node, bool is_made_here)
{
	struct node assigned = node_get(node.value, "capabilities");
	struct type_members capabilities =
		member_cache_get(checker->values.members, type, PART_CAPABILITIES);
	report_unknown_capabilities(checker, type, capabilities, assigned);
	for (size_t i = 0; i < capabilities.count; i++) {
		struct node_entry assignment = node_find(assigned, capabilities.items[i].name);
		if (is_made_here || !node_is_absent(assignment.key))
			check_capability(checker, &capabilities.items[i], assignment, node.key,
				is_made_here);
	}
}
