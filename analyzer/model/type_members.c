/* What types define and inherit. */
#include "analyzer/model/types.h"

#include <assert.h>

static const char *const keynames[PART_TOTAL] = {
	[PART_PROPERTIES] = "properties",
	[PART_ATTRIBUTES] = "attributes",
	[PART_CAPABILITIES] = "capabilities",
	[PART_REQUIREMENTS] = "requirements",
	[PART_INTERFACES] = "interfaces",
	[PART_ARTIFACTS] = "artifacts",
};

struct growing {
	struct arena *arena;
	struct type_member *items;
	size_t count;
	size_t capacity;
};

static void add(struct growing *members, struct node_entry entry, const struct type *origin)
{
	if (node_is_absent(entry.key))
		return;
	struct string name = node_text(entry.key);
	struct type_member member = {name, entry.key, entry.value, origin, NULL};
	for (size_t i = 0; i < members->count; i++) {
		if (!string_equal(members->items[i].name, name))
			continue;
		/* Of two requirements with one name in one type, the first is meant. */
		if (members->items[i].origin == origin)
			return;
		struct type_member *refined = arena_allocate(members->arena, 1, sizeof(*refined));
		*refined = members->items[i];
		member.refines = refined;
		members->items[i] = member;
		return;
	}
	members->items = arena_reserve(members->arena, members->items, members->count,
		&members->capacity, sizeof(*members->items));
	members->items[members->count++] = member;
}

static void add_inherited_first(
	struct growing *members, const struct type *type, enum type_part part)
{
	if (type->parent)
		add_inherited_first(members, type->parent, part);
	struct node definitions = node_get(type->definition, keynames[part]);
	uint32_t count = node_count(definitions);
	for (uint32_t i = 0; i < count; i++) {
		if (node_kind(definitions) == NODE_MAPPING)
			add(members, node_entry(definitions, i), type);
		else if (node_kind(node_item(definitions, i)) == NODE_MAPPING)
			add(members, node_entry(node_item(definitions, i), 0), type);
	}
}

struct type_members type_members(const struct type *type, enum type_part part, struct arena *arena)
{
	struct growing members = {.arena = arena};
	if (type)
		add_inherited_first(&members, type, part);
	return (struct type_members){members.items, members.count};
}

const struct type_member *type_members_find(struct type_members members, struct string name)
{
	for (size_t i = 0; i < members.count; i++) {
		if (string_equal(members.items[i].name, name))
			return &members.items[i];
	}
	return NULL;
}

struct node type_member_get(const struct type_member *member, const char *keyname)
{
	for (; member; member = member->refines) {
		struct node value = node_get(member->definition, keyname);
		if (!node_is_null(value))
			return value;
	}
	return (struct node){0};
}

enum primitive_type type_primitive(const struct type *data_type)
{
	const struct type *type = data_type;
	while (type->parent)
		type = type->parent;
	return type->parent_name.length ? primitive_type_find(type_version(type), type->parent_name)
					: PRIMITIVE_NONE;
}
