/* Members of groups, and targets of policies, against what their types admit. */
#include "analyzer/model/template/membership_check.h"

#include "analyzer/model/checker/template_checker.h"
#include "analyzer/model/checker/template_report.h"
#include "analyzer/model/scope/type_relation.h"
#include "analyzer/model/text/alternatives_text.h"
#include "analyzer/text/name_table.h"

/* The types that a list names, "A" or "B", for messages. */
static struct string names_in(struct template_checker *checker, struct node list)
{
	struct alternatives_text names = {0};
	for (uint32_t i = 0; i < node_count(list); i++)
		alternatives_add(&names, node_text(node_item(list, i)));
	return alternatives_list(&names, checker->scope.arena);
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

/* ---- groups in groups ---- */

enum {
	MOST_INNER_GROUPS = 1000, /* that are looked at for one group */
	MOST_LEVELS = 16          /* of groups in groups in it */
};

/* A group in a group, and where it is a member of the group that is checked. */
struct inner_group {
	const struct type *type; /* of the group that is checked */
	struct placed_node list; /* the types of which its members are */
	struct node_entry outer;
	struct node name; /* in the list of the outer group */
	struct arena *arena;
	struct name_table seen; /* groups in it that have been looked at */
	bool is_given_up;       /* there are more */
};

static void report_inner_member(struct template_checker *checker, const struct inner_group *inner,
	struct node member, const struct type *type)
{
	template_report(checker, DIAGNOSTIC_CODE_WRONG_MEMBER, inner->name,
		"\"%.*s\" has the member \"%.*s\" of type \"%.*s\"; \"%.*s\" is for %.*s",
		STRING_ARGUMENTS(node_text(inner->name)), STRING_ARGUMENTS(node_text(member)),
		STRING_ARGUMENTS(type->name), STRING_ARGUMENTS(inner->type->name),
		STRING_ARGUMENTS(names_in(checker, inner->list.node)));
}

/* "Members of a group ultimately resolve to nodes". False if something has been reported. */
static bool check_inner_group(struct template_checker *checker, struct inner_group *inner,
	struct node_entry group, unsigned level)
{
	struct node members = node_get(group.value, "members");
	uint32_t count = node_kind(members) == NODE_SEQUENCE ? node_count(members) : 0;
	if (node_is_absent(group.key) || name_table_find(&inner->seen, node_text(group.key)))
		return true;
	if (inner->seen.count == MOST_INNER_GROUPS || level > MOST_LEVELS) {
		inner->is_given_up = true;
		return true;
	}
	name_table_add(&inner->seen, inner->arena, node_text(group.key), inner);
	for (uint32_t i = 0; i < count; i++) {
		struct node member = node_item(members, i);
		struct string name = node_text(member);
		struct node_entry node = template_find(&checker->scope, "node_templates", name);
		struct node_entry next = template_find(&checker->scope, "groups", name);
		struct element_types types =
			template_types_of(&checker->scope, TYPE_NODE, "node_templates", node.value);
		if (!node_is_absent(node.key)) {
			if (node_count(inner->list.node) == 0 ||
				are_listed(&types, inner->list, TYPE_NODE, TYPE_GROUP) != FAILS)
				continue;
			report_inner_member(checker, inner, member, types.items[0]);
			return false;
		}
		if (node_equal_place(next.key, inner->outer.key)) {
			template_report(checker, DIAGNOSTIC_CODE_WRONG_MEMBER, inner->name,
				"Group \"%.*s\" would be a member of itself",
				STRING_ARGUMENTS(name));
			return false;
		}
		if (!check_inner_group(checker, inner, next, level + 1))
			return false;
	}
	return true;
}

static void check_group_member(struct template_checker *checker, struct inner_group *inner)
{
	struct node_entry group = template_find(&checker->scope, "groups", node_text(inner->name));
	if (node_is_absent(group.key))
		return;
	if (node_equal_place(group.key, inner->outer.key))
		template_report(checker, DIAGNOSTIC_CODE_WRONG_MEMBER, inner->name,
			"Group \"%.*s\" is a member of itself",
			STRING_ARGUMENTS(node_text(inner->name)));
	else
		check_inner_group(checker, inner, group, 1);
}

/* ---- groups and policies ---- */

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
	struct inner_group inner = {
		.type = type, .list = list, .outer = group, .arena = arena_create()};
	for (uint32_t i = 0; i < count; i++) {
		inner.name = name_in(node_item(members, i));
		struct string name = node_text(inner.name);
		if (!node_is_string(inner.name))
			continue;
		if (node_is_absent(template_find(&checker->scope, "node_templates", name).key))
			check_group_member(checker, &inner);
		else if (node_count(list.node) > 0)
			check_one(checker, type, list, inner.name, "node_templates", TYPE_NODE);
	}
	if (inner.is_given_up)
		template_report(checker, DIAGNOSTIC_CODE_CHECKING_GIVEN_UP, group.key,
			"Not all groups in \"%.*s\" are checked: there are more than %d, or more "
			"than %d levels",
			STRING_ARGUMENTS(node_text(group.key)), MOST_INNER_GROUPS, MOST_LEVELS);
	arena_destroy(inner.arena);
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

/* A node or group by its name, a relation of a node by both. */
static struct string member_text(struct template_checker *checker, struct node member)
{
	uint32_t count = node_kind(member) == NODE_SEQUENCE ? node_count(member) : 0;
	if (count == 0)
		return node_text(member);
	struct string *parts = arena_allocate(checker->scope.arena, count, sizeof(*parts));
	for (uint32_t i = 0; i < count; i++)
		parts[i] = node_text(node_item(member, i));
	return arena_join_list(checker->scope.arena, parts, count, ", ");
}

void repeated_check(struct template_checker *checker, struct node list)
{
	struct name_table known = {0};
	uint32_t count = node_kind(list) == NODE_SEQUENCE ? node_count(list) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node member = node_item(list, i);
		struct string text = member_text(checker, member);
		if (name_table_find(&known, text))
			template_report(checker, DIAGNOSTIC_CODE_WRONG_MEMBER, member,
				"\"%.*s\" is in this list already: once is enough",
				STRING_ARGUMENTS(text))
				->severity = DIAGNOSTIC_INFORMATION;
		else if (text.length > 0)
			name_table_add(&known, checker->scope.arena, text, checker);
	}
}
