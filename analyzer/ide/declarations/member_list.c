#include "analyzer/ide/declarations/member_list.h"

#include "analyzer/language/grammar/keynames.h"

void member_list_add(struct member_list *members, struct type_member member)
{
	struct type_members so_far = {members->items, members->count};
	if (type_members_find(so_far, member.name))
		return;
	members->items = arena_reserve(members->arena, members->items, members->count,
		&members->capacity, sizeof(*members->items));
	members->items[members->count++] = member;
}

void member_list_add_entries(
	struct member_list *members, struct node map, const struct type *origin)
{
	uint32_t count = node_kind(map) == NODE_MAPPING ? node_count(map) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(map, i);
		member_list_add(members, (struct type_member){node_text(entry.key), entry.key,
						 entry.value, origin, NULL});
	}
}

/* TOSCA 1.x up to 1.2: operations are the keys of an interface that are no keynames. */
static void add_direct_operations(
	struct member_list *members, struct node interface, const struct type *origin)
{
	if (node_kind(interface) != NODE_MAPPING)
		return; /* may be none: an interface that is written as a list, or not at all */

	enum definitions_version version = schema_version(origin, interface);
	uint32_t count = node_count(interface);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(interface, i);
		struct string name = node_text(entry.key);
		if (construct_others(CONSTRUCT_INTERFACE_TYPE, version) &&
			!keyname_find(CONSTRUCT_INTERFACE_TYPE, version, name) &&
			!keyname_find(CONSTRUCT_INTERFACE_DEFINITION, version, name)) {
			member_list_add(members,
				(struct type_member){name, entry.key, entry.value, origin, NULL});
		}
	}
}

static void add_operations(struct member_list *members, struct node interface,
	const struct type *origin, enum member_kind kind)
{
	if (kind == MEMBER_NOTIFICATION) {
		member_list_add_entries(members, node_get(interface, "notifications"), origin);
		return;
	}
	member_list_add_entries(members, node_get(interface, "operations"), origin);
	add_direct_operations(members, interface, origin);
}

struct type_members interface_operations(const struct types *types,
	const struct type_member *interface, enum member_kind kind, struct arena *arena)
{
	struct member_list members = {.arena = arena};
	for (const struct type_member *level = interface; level != NULL; level = level->refines)
		add_operations(&members, level->definition, level->origin, kind);
	for (const struct type *type = member_type(types, interface, TYPE_INTERFACE, "type");
		type != NULL; type = type->parent)
		add_operations(&members, type->definition, type, kind);
	return (struct type_members){members.items, members.count};
}

struct type_members interface_inputs(
	const struct types *types, const struct type_member *interface, struct arena *arena)
{
	struct member_list members = {.arena = arena};
	for (const struct type_member *level = interface; level != NULL; level = level->refines) {
		member_list_add_entries(
			&members, node_get(level->definition, "inputs"), level->origin);
	}
	for (const struct type *type = member_type(types, interface, TYPE_INTERFACE, "type");
		type != NULL; type = type->parent)
		member_list_add_entries(&members, node_get(type->definition, "inputs"), type);
	return (struct type_members){members.items, members.count};
}
