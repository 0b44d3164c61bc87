#include "analyzer/ide/declarations/refined.h"

#include "analyzer/ide/declarations/declaration.h"

#include <string.h>

/* A place where the type of a member is named: a keyname, how many steps of the path it takes from
 * the name of the member on, and whether a text in place of the whole definition says the same. */
static const struct reading {
	enum construct construct;
	const char *keyname;
	const char *of_member; /* the keyname of the member that holds the type */
	enum type_kind kind;
	size_t steps;
	bool has_short_form;
} readings[] = {
	{CONSTRUCT_PROPERTY_DEFINITION, "type", "type", TYPE_DATA, 2, false},
	{CONSTRUCT_ATTRIBUTE_DEFINITION, "type", "type", TYPE_DATA, 2, false},
	{CONSTRUCT_PARAMETER_DEFINITION, "type", "type", TYPE_DATA, 2, false},
	{CONSTRUCT_SCHEMA_DEFINITION, "type", NULL, TYPE_DATA, 3, false},
	{CONSTRUCT_PROPERTY_DEFINITION, "key_schema", "key_schema", TYPE_DATA, 2, false},
	{CONSTRUCT_PROPERTY_DEFINITION, "entry_schema", "entry_schema", TYPE_DATA, 2, false},
	{CONSTRUCT_ATTRIBUTE_DEFINITION, "key_schema", "key_schema", TYPE_DATA, 2, false},
	{CONSTRUCT_ATTRIBUTE_DEFINITION, "entry_schema", "entry_schema", TYPE_DATA, 2, false},
	{CONSTRUCT_CAPABILITY_DEFINITION, "type", "type", TYPE_CAPABILITY, 2, true},
	{CONSTRUCT_NODE_TYPE, "capabilities", "type", TYPE_CAPABILITY, 1, true},
	{CONSTRUCT_REQUIREMENT_DEFINITION, "capability", "capability", TYPE_CAPABILITY, 2, true},
	{CONSTRUCT_NODE_TYPE, "requirements", "capability", TYPE_CAPABILITY, 1, true},
	{CONSTRUCT_REQUIREMENT_DEFINITION, "node", "node", TYPE_NODE, 2, false},
	{CONSTRUCT_REQUIREMENT_DEFINITION, "relationship", "relationship", TYPE_RELATIONSHIP, 2,
		false},
	{CONSTRUCT_RELATIONSHIP_IN_DEFINITION, "type", "relationship", TYPE_RELATIONSHIP, 3, false},
	{CONSTRUCT_INTERFACE_DEFINITION, "type", "type", TYPE_INTERFACE, 2, false},
	{CONSTRUCT_INTERFACE_ASSIGNMENT, "type", "type", TYPE_INTERFACE, 2, false},
	{CONSTRUCT_ARTIFACT_DEFINITION, "type", "type", TYPE_ARTIFACT, 2, false},
	{CONSTRUCT_ARTIFACT, "type", "type", TYPE_ARTIFACT, 2, false},
};

static const struct reading *find(const struct place *place)
{
	for (size_t i = 0; i < sizeof(readings) / sizeof(*readings) && place->keyname != NULL; i++)
		if (readings[i].construct == place->construct &&
			strcmp(readings[i].keyname, place->keyname->name) == 0)
			return &readings[i];
	return NULL;
}

static struct node name_in(
	const struct reading *reading, const char *keyname, struct node definition)
{
	struct node name = node_get(definition, keyname);
	if (node_kind(definition) == NODE_SCALAR && reading->has_short_form)
		name = definition;
	return node_kind(name) == NODE_MAPPING ? node_get(name, "type") : name;
}

/* The type that the member or the nearest that it refines names. */
static struct refined_type type_of(const struct types *types, const struct reading *reading,
	const char *keyname, const struct type_member *member)
{
	for (; member != NULL; member = member->refines) {
		struct node name = name_in(reading, keyname, member->definition);
		if (node_kind(name) != NODE_SCALAR || node_is_null(name))
			continue;
		enum definitions_version version = schema_version(member->origin, name);
		return (struct refined_type){
			.name = node_text(name),
			.type = type_meant(types, member->origin, reading->kind, node_text(name)),
			.is_primitive =
				reading->kind == TYPE_DATA &&
				primitive_type_find(version, node_text(name)) != PRIMITIVE_NONE,
		};
	}
	return (struct refined_type){.name = STRING("")};
}

struct refined_type refined_type_at(const struct types *types, const struct syntax_tree *tree,
	const struct cursor *cursor, const struct place *place, struct arena *arena)
{
	struct refined_type none = {.name = STRING("")};
	const struct reading *reading = find(place);
	if (!reading || cursor->path_length <= reading->steps)
		return none;
	size_t length = cursor->path_length - reading->steps;
	struct string name = cursor->path[length].key;
	const char *keyname = reading->of_member;
	if (!keyname) /* key_schema or entry_schema */
		keyname = arena_copy(arena, cursor->path[length + 1].key).bytes;
	struct declaration members = declaration_at(types, tree, cursor->path, length, arena);
	return members.kind == DECLARES_MEMBERS
		       ? type_of(types, reading, keyname, type_members_find(members.members, name))
		       : none;
}

bool refined_type_allows(
	const struct refined_type *refined, struct string name, const struct type *type)
{
	if (refined->type)
		return type && type_is_a(type, refined->type);
	if (refined->is_primitive) {
		return string_equal(name, refined->name) ||
		       (type && type_is_named(type, refined->name));
	}
	return true;
}
