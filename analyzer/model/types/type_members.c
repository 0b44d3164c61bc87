/* What types define and inherit. */
#include "analyzer/model/types/types.h"

#include "analyzer/language/grammar/keynames.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/text/name_table.h"

#include <string.h>

enum {
	FEW = 16 /* are looked through faster than a table */
};

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
	struct name_table *by_name;
};

static size_t place_of(const struct type_member *items, size_t count,
	const struct name_table *by_name, struct string name)
{
	if (by_name) {
		const size_t *place = name_table_find(by_name, name);
		return place ? *place : 0;
	}
	for (size_t i = 0; i < count; i++)
		if (string_equal(items[i].name, name))
			return i + 1;
	return 0;
}

static void note_place(struct growing *members, size_t place)
{
	size_t *noted = arena_allocate(members->arena, 1, sizeof(*noted));
	*noted = place;
	name_table_add(members->by_name, members->arena, members->items[place - 1].name, noted);
}

static void append(struct growing *members, struct type_member member)
{
	members->items = arena_reserve(members->arena, members->items, members->count,
		&members->capacity, sizeof(*members->items));
	members->items[members->count++] = member;
	if (members->count == FEW + 1) {
		members->by_name = arena_allocate(members->arena, 1, sizeof(*members->by_name));
		for (size_t place = 1; place <= FEW; place++)
			note_place(members, place);
	}
	if (members->by_name)
		note_place(members, members->count);
}

static struct type_members as_grown(const struct growing *members)
{
	return (struct type_members){members->items, members->count, members->by_name};
}

static void add(struct growing *members, struct node_entry entry, const struct type *origin)
{
	if (node_is_absent(entry.key) || node_is_collection(entry.key))
		return;
	struct string name = node_text(entry.key);
	struct type_member member = {name, entry.key, entry.value, origin, NULL};
	size_t place = place_of(members->items, members->count, members->by_name, name);
	if (!place) {
		append(members, member);
		return;
	}
	struct type_member *before = &members->items[place - 1];
	/* Of two requirements with one name in one type, the first is meant. */
	if (before->origin == origin)
		return;
	struct type_member *refined = arena_allocate(members->arena, 1, sizeof(*refined));
	*refined = *before;
	member.refines = refined;
	*before = member;
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

/* The value of the keyname, or of a key that is none and nearly called like it. */
static struct node part_of(const struct type *type, const char *keyname)
{
	struct node definition = type->definition, part = node_get(definition, keyname);
	enum construct construct = type_kind_row(type->kind)->construct;
	uint32_t count = node_kind(definition) == NODE_MAPPING ? node_count(definition) : 0;
	for (uint32_t i = 0; i < count && node_is_absent(part); i++) {
		struct node_entry entry = node_entry(definition, i);
		struct suggestion suggestion = suggestion_for(node_text(entry.key));
		if (keyname_find_in_any_version(construct, suggestion.wanted))
			continue;
		suggestion_offer(&suggestion, string_from(keyname));
		if (suggestion.best.length && suggestion.distance <= 2)
			part = entry.value;
	}
	return part;
}

static void add_inherited_first(
	struct growing *members, const struct type *type, enum type_part part)
{
	if (type->parent)
		add_inherited_first(members, type->parent, part);
	add_all(members, part_of(type, type_part_keyname(part)), type);
}

struct type_members type_members(const struct type *type, enum type_part part, struct arena *arena)
{
	struct growing members = {.arena = arena};
	if (type)
		add_inherited_first(&members, type, part);
	return as_grown(&members);
}

struct type_members type_members_refine(struct type_members members, struct node definitions,
	const struct type *origin, struct arena *arena)
{
	struct growing refined = {.arena = arena};
	if (node_count(definitions) == 0)
		return members;
	for (size_t i = 0; i < members.count; i++)
		append(&refined, members.items[i]);
	add_all(&refined, definitions, origin);
	return as_grown(&refined);
}

static struct type_members refine_by_element(struct type_members members,
	const struct type_member *element, enum type_part part, struct arena *arena)
{
	if (!element)
		return members;
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
	size_t place = place_of(members.items, members.count, members.by_name, name);
	return place ? &members.items[place - 1] : NULL;
}

/* TOSCA 2.0, section "Property definition": "The following single-line grammar is supported when
 * only a fixed value or fixed value expression needs to be provided"; "the short form can be used
 * only during a refinement". */
static bool is_fixed_value(const struct type_member *member)
{
	struct node definition = member->definition;
	if (!member->refines || !member->origin || node_is_null(definition) ||
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
