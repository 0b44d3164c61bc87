/* Values that a template assigns to attributes (TOSCA 2.0, section "Attribute assignment"). */
#include "analyzer/model/template_checker.h"
#include "analyzer/model/type_relation.h"

static void report_unknown(struct template_checker *checker, struct type_members attributes,
	struct type_members properties, struct node key, struct string owner)
{
	struct suggestion suggestion = suggestion_for(node_text(key));
	for (size_t i = 0; i < attributes.count; i++)
		suggestion_offer(&suggestion, attributes.items[i].name);
	for (size_t i = 0; i < properties.count; i++)
		suggestion_offer(&suggestion, properties.items[i].name);
	template_report_unknown(checker, "", owner, PART_ATTRIBUTES, key, &suggestion);
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
		/* TOSCA 1.x: tools add attributes of their own. */
		else if (version_is_2_0(checker->scope.version))
			report_unknown(checker, attributes, properties, entry.key, owner);
	}
}

void attributes_check(
	struct template_checker *checker, const struct type *type, struct node_entry element)
{
	struct member_cache *members = checker->values.members;
	if (type_is_rooted(type))
		attribute_values_check(checker, member_cache_get(members, type, PART_ATTRIBUTES),
			member_cache_get(members, type, PART_PROPERTIES),
			node_get(element.value, "attributes"), node_text(element.key));
}
