#include "analyzer/ide/declarations/schema.h"

#include "analyzer/ide/cursor/place.h"
#include "analyzer/model/scope/type_relation.h"

#include <string.h>

const struct type *type_meant(const struct types *types, const struct type *where,
	enum type_kind kind, struct string name)
{
	if (name.length == 0)
		return NULL;
	if (where)
		return type_find_from(where, kind, name);
	return types_find(types, kind, name);
}

size_t element_types(const struct types *types, enum type_kind kind, struct node element,
	const struct type *found[MOST_ALTERNATIVES])
{
	struct element_types named = element_types_of(types, kind, element);
	memcpy(found, named.items, named.count * sizeof(*found));
	return named.count;
}

const struct type *member_type(const struct types *types, const struct type_member *member,
	enum type_kind kind, const char *keyname)
{
	/* The short notation of a requirement names a capability, that of all else its type. */
	const char *short_keyname = strcmp(keyname, "type") == 0 ? "type" : "capability";
	struct placed_node name = member_type_name(member, keyname, short_keyname);
	return name.where ? placed_type(name, kind)
			  : type_meant(types, NULL, kind, node_text(name.node));
}

/* ---- values ---- */

enum definitions_version schema_version(const struct type *where, struct node definition)
{
	if (where)
		return type_version(where);
	return node_is_absent(definition) ? VERSION_UNKNOWN : place_version(definition.tree);
}

struct data_type schema_type(const struct types *types, struct value_schema schema)
{
	return value_schema_data_type(
		types, schema_version(schema.where, schema.definition), schema);
}

struct type_members schema_properties(
	const struct types *types, struct value_schema schema, struct arena *arena)
{
	return type_members(schema_type(types, schema).type, PART_PROPERTIES, arena);
}

struct value_schema schema_of_entry(
	const struct types *types, struct value_schema schema, struct arena *arena)
{
	return value_schema_of_entries(schema, schema_type(types, schema).type, arena);
}

struct value_schema schema_of_key(const struct types *types, struct value_schema schema,
	struct string key, struct arena *arena)
{
	struct type_members properties = schema_properties(types, schema, arena);
	const struct type_member *property = type_members_find(properties, key);
	if (property)
		return value_schema_of_member(property);
	if (schema_type(types, schema).primitive == PRIMITIVE_MAP)
		return schema_of_entry(types, schema, arena);
	return (struct value_schema){0};
}
