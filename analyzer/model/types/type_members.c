/* What types define and inherit. */
#include "analyzer/model/types/types.h"

#include <string.h>

const char *type_part_keyname(enum type_part part)
{
	static const char *const keynames[PART_TOTAL] = {
		[PART_PROPERTIES] = "properties",
		[PART_ATTRIBUTES] = "attributes",
		[PART_CAPABILITIES] = "capabilities",
		[PART_REQUIREMENTS] = "requirements",
		[PART_INTERFACES] = "interfaces",
		[PART_ARTIFACTS] = "artifacts",
	};

	return keynames[part];
}

struct growing {
	struct arena *arena;
	struct type_member *items;
	size_t count;
	size_t capacity;
};

static void add(struct growing *members, struct node_entry entry, const struct type *origin)
{
	if (node_is_absent(entry.key) || node_is_collection(entry.key))
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

static void add_all(struct growing *members, struct node definitions, const struct type *type)
{
	uint32_t count = node_count(definitions);
	for (uint32_t i = 0; i < count; i++)
		if (node_kind(definitions) == NODE_MAPPING)
			add(members, node_entry(definitions, i), type);
		else if (node_kind(node_item(definitions, i)) == NODE_MAPPING)
			add(members, node_entry(node_item(definitions, i), 0), type);
}

static void add_inherited_first(
	struct growing *members, const struct type *type, enum type_part part)
{
	if (type->parent)
		add_inherited_first(members, type->parent, part);
	add_all(members, node_get(type->definition, type_part_keyname(part)), type);
}

struct type_members type_members(const struct type *type, enum type_part part, struct arena *arena)
{
	struct growing members = {.arena = arena};
	if (type)
		add_inherited_first(&members, type, part);
	return (struct type_members){members.items, members.count};
}

struct type_members type_members_refine(struct type_members members, struct node definitions,
	const struct type *origin, struct arena *arena)
{
	struct growing refined = {.arena = arena};
	if (node_count(definitions) == 0)
		return members;
	for (size_t i = 0; i < members.count; i++) {
		refined.items = arena_reserve(arena, refined.items, refined.count,
			&refined.capacity, sizeof(*refined.items));
		refined.items[refined.count++] = members.items[i];
	}
	add_all(&refined, definitions, origin);
	return (struct type_members){refined.items, refined.count};
}

static struct type_members refine_by_element(struct type_members members,
	const struct type_member *element, enum type_part part, struct arena *arena)
{
	if (element->refines)
		members = refine_by_element(members, element->refines, part, arena);
	return type_members_refine(members, node_get(element->definition, type_part_keyname(part)),
		element->origin, arena);
}

struct type_members type_members_of_element(const struct type *type,
	const struct type_member *element, enum type_part part, struct arena *arena)
{
	return refine_by_element(type_members(type, part, arena), element, part, arena);
}

const struct type_member *type_members_find(struct type_members members, struct string name)
{
	for (size_t i = 0; i < members.count; i++)
		if (string_equal(members.items[i].name, name))
			return &members.items[i];
	return NULL;
}

/* TOSCA 2.0, section "Property definition": "The following single-line grammar is supported when
 * only a fixed value or fixed value expression needs to be provided"; "the short form can be used
 * only during a refinement". */
static bool is_fixed_value(const struct type_member *member)
{
	struct node definition = member->definition;
	if (!member->refines || node_is_null(definition) ||
		!version_is_2_0(type_version(member->origin)))
		return false;
	return node_kind(definition) != NODE_MAPPING ||
	       (node_count(definition) == 1 &&
		       string_starts_with(node_text(node_entry(definition, 0).key), "$"));
}

struct node type_member_own_value(const struct type_member *member)
{
	return is_fixed_value(member) ? member->definition : node_get(member->definition, "value");
}

struct node type_member_get(const struct type_member *member, const char *keyname)
{
	for (; member; member = member->refines) {
		struct node value = node_get(member->definition, keyname);
		if (is_fixed_value(member))
			value = strcmp(keyname, "value") == 0 ? member->definition
							      : (struct node){0};
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
