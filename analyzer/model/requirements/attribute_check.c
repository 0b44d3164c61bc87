/* Values that a template assigns to attributes (TOSCA 2.0, section "Attribute assignment"). */
#include "analyzer/model/requirements/attribute_check.h"

#include "analyzer/model/checker/template_checker.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/functions/operation.h"
#include "analyzer/model/scope/type_relation.h"

static void report_unknown(struct template_checker *checker, struct type_members attributes,
	struct type_members properties, struct node key, struct string owner)
{
	struct suggestion suggestion = suggestion_for(node_text(key));
	for (size_t i = 0; i < attributes.count && suggestion_wants_more(&suggestion); i++)
		suggestion_offer(&suggestion, attributes.items[i].name);
	for (size_t i = 0; i < properties.count && suggestion_wants_more(&suggestion); i++)
		suggestion_offer(&suggestion, properties.items[i].name);
	struct diagnostic *diagnostic =
		template_report_unknown(checker, "", owner, PART_ATTRIBUTES, key, &suggestion);
	/* TOSCA 1.x: tools add attributes of their own. */
	if (!version_is_2_0(checker->scope.version))
		diagnostic->severity = DIAGNOSTIC_INFORMATION;
}

/* Simple Profile, section "Attribute assignment": { description: …, value: … }. */
static struct node value_in(const struct template_checker *checker, struct node assigned)
{
	struct node value = node_get(assigned, "value");
	return version_is_2_0(checker->scope.version) || node_is_null(value) ? assigned : value;
}

void attribute_values_check(struct template_checker *checker, struct type_members attributes,
	struct type_members properties, struct node values, struct string owner)
{
	if (node_kind(values) != NODE_MAPPING)
		return;
	for (uint32_t i = 0; i < node_count(values); i++) {
		struct node_entry entry = node_entry(values, i);
		struct string name = node_text(entry.key);
		const struct type_member *member = type_members_find(attributes, name);
		if (!member)
			member = type_members_find(properties, name);
		if (member)
			value_check(&checker->values, value_schema_of_member(member), entry.key,
				value_in(checker, entry.value), name);
		else
			report_unknown(checker, attributes, properties, entry.key, owner);
	}
}

/* ---- attributes that take outputs ---- */

/* `[SELF, attribute]`, alone or as "mapping". */
static bool leads_to(struct node output, struct string attribute)
{
	struct node mapping =
		node_kind(output) == NODE_SEQUENCE ? output : node_get(output, "mapping");
	return node_kind(mapping) == NODE_SEQUENCE && node_count(mapping) == 2 &&
	       string_is(node_text(node_item(mapping, 0)), "SELF") &&
	       string_equal(node_text(node_item(mapping, 1)), attribute);
}

/* The output of some operation of the interface; absent if there is none. */
static struct node output_for(
	enum definitions_version version, struct node interface, struct string attribute)
{
	uint32_t operations = interface_operation_count(interface);
	for (uint32_t i = 0; i < operations; i++) {
		struct node outputs =
			node_get(interface_operation_at(version, interface, i).value, "outputs");
		uint32_t count = node_kind(outputs) == NODE_MAPPING ? node_count(outputs) : 0;
		for (uint32_t k = 0; k < count; k++)
			if (leads_to(node_entry(outputs, k).value, attribute))
				return node_entry(outputs, k).key;
	}
	return (struct node){0};
}

/* Of the template's own interfaces, and those of its type. */
static struct node mapped_output(struct template_checker *checker, const struct type *type,
	struct node element, struct string attribute)
{
	enum definitions_version version = checker->scope.version;
	struct node assigned = node_get(element, "interfaces");
	uint32_t count = node_kind(assigned) == NODE_MAPPING ? node_count(assigned) : 0;
	struct node found = {0};
	for (uint32_t i = 0; i < count && node_is_absent(found); i++)
		found = output_for(version, node_entry(assigned, i).value, attribute);
	struct type_members defined =
		member_cache_get(checker->values.members, type, PART_INTERFACES);
	for (size_t i = 0; i < defined.count; i++)
		for (const struct type_member *one = &defined.items[i];
			one && node_is_absent(found); one = one->refines)
			found = output_for(version, one->definition, attribute);
	return found;
}

/* "Attributes that are the target of a parameter mapping assignment cannot also be assigned a
 * value using an attribute assignment." */
static void check_mapped(struct template_checker *checker, const struct type *type,
	struct node element, struct node values)
{
	uint32_t count = node_kind(values) == NODE_MAPPING ? node_count(values) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node key = node_entry(values, i).key;
		struct node output = mapped_output(checker, type, element, node_text(key));
		if (!node_is_absent(output))
			template_report(checker, DIAGNOSTIC_CODE_FIXED_VALUE, key,
				"The attribute \"%.*s\" takes the output \"%.*s\", so it is not "
				"assigned",
				STRING_ARGUMENTS(node_text(key)),
				STRING_ARGUMENTS(node_text(output)));
	}
}

void attributes_check(
	struct template_checker *checker, const struct type *type, struct node_entry element)
{
	struct member_cache *members = checker->values.members;
	if (version_is_2_0(checker->scope.version))
		check_mapped(checker, type, element.value, node_get(element.value, "attributes"));
	if (type_is_rooted(type))
		attribute_values_check(checker, member_cache_get(members, type, PART_ATTRIBUTES),
			member_cache_get(members, type, PART_PROPERTIES),
			node_get(element.value, "attributes"), node_text(element.key));
}
