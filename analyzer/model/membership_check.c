/* Members of groups, and targets of policies, against what their types admit. */
#include "analyzer/model/template_checker.h"
#include "analyzer/model/type_relation.h"

/* The types that a list names, "A" or "B", for messages. */
static struct string names_in(struct template_checker *checker, struct node list)
{
	struct string names = {"", 0};
	for (uint32_t i = 0; i < node_count(list); i++)
		names = arena_format(checker->scope.arena, "%.*s%s\"%.*s\"",
			STRING_ARGUMENTS(names), i ? " or " : "",
			STRING_ARGUMENTS(node_text(node_item(list, i))));
	return names;
}

/* Whether an element is of one of the types in a list, which may be of several kinds. */
static enum verdict are_listed(const struct element_types *types, struct placed_node list,
	enum type_kind kind, enum type_kind other)
{
	enum verdict result = types->is_known ? FAILS : UNKNOWN;
	for (uint32_t i = 0; i < node_count(list.node); i++) {
		struct placed_node one = {node_item(list.node, i), list.where};
		const struct type *type = placed_type(one, kind);
		if (type || !placed_type(one, other))
			result = verdict_any(result, types_derive(types, type));
	}
	return result;
}

static bool names_any(struct placed_node list, enum type_kind kind)
{
	for (uint32_t i = 0; i < node_count(list.node); i++) {
		struct placed_node one = {node_item(list.node, i), list.where};
		if (placed_type(one, kind))
			return true;
	}
	return false;
}

/* False if there is no element of this name. */
static bool check_one(struct template_checker *checker, const struct type *type,
	struct placed_node list, struct node name, const char *collection, enum type_kind kind)
{
	struct node_entry element = template_find(&checker->scope, collection, node_text(name));
	if (node_is_absent(element.key))
		return false;
	struct element_types types =
		template_types_of(&checker->scope, kind, collection, element.value);
	enum type_kind other = kind == TYPE_NODE ? TYPE_GROUP : TYPE_NODE;
	/* A group under a policy for nodes stands for its members. */
	if ((kind == TYPE_GROUP && !names_any(list, kind)) ||
		are_listed(&types, list, kind, other) != FAILS)
		return true;
	struct string names = names_in(checker, list.node);
	template_report(checker, DIAGNOSTIC_CODE_WRONG_MEMBER, name,
		"\"%.*s\" is of type \"%.*s\"; \"%.*s\" is for %.*s",
		STRING_ARGUMENTS(node_text(name)), STRING_ARGUMENTS(types.items[0]->name),
		STRING_ARGUMENTS(type->name), STRING_ARGUMENTS(names));
	return true;
}

static struct node name_in(struct node member)
{
	/* Variability4TOSCA: `[node, relation]`. */
	return node_kind(member) == NODE_SEQUENCE ? (struct node){0} : member;
}

void members_check(
	struct template_checker *checker, const struct type *type, struct node_entry group)
{
	struct placed_node list = type_value(type, "members");
	struct node members = node_get(group.value, "members");
	uint32_t count = node_kind(members) == NODE_SEQUENCE ? node_count(members) : 0;
	for (uint32_t i = 0; node_count(list.node) > 0 && i < count; i++) {
		struct node name = name_in(node_item(members, i));
		if (node_is_string(name))
			check_one(checker, type, list, name, "node_templates", TYPE_NODE);
	}
}

void targets_check(
	struct template_checker *checker, const struct type *type, struct node_entry policy)
{
	struct placed_node list = type_value(type, "targets");
	struct node targets = node_get(policy.value, "targets");
	uint32_t count = node_kind(targets) == NODE_SEQUENCE ? node_count(targets) : 0;
	for (uint32_t i = 0; node_count(list.node) > 0 && i < count; i++) {
		struct node name = node_item(targets, i);
		if (node_is_string(name) &&
			!check_one(checker, type, list, name, "node_templates", TYPE_NODE))
			check_one(checker, type, list, name, "groups", TYPE_GROUP);
	}
}
