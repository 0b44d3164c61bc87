#include "analyzer/ide/declarations/schema.h"

#include "analyzer/ide/cursor/place.h"

const struct type *type_meant(const struct types *types, const struct type *where,
	enum type_kind kind, struct string name)
{
	if (name.length == 0)
		return NULL;
	if (where)
		return type_find_from(where, kind, name);
	return types ? types_find(types, kind, name) : NULL;
}

size_t element_types(const struct types *types, enum type_kind kind, struct node element,
	const struct type *found[MOST_TYPES])
{
	struct node written = node_get(element, "type");
	if (node_kind(written) == NODE_SCALAR) {
		found[0] = type_meant(types, NULL, kind, node_text(written));
		return found[0] != NULL;
	}
	size_t count = 0;
	uint32_t alternatives = node_kind(written) == NODE_SEQUENCE ? node_count(written) : 0;
	for (uint32_t i = 0; i < alternatives && count < MOST_TYPES; i++) {
		struct node item = node_item(written, i);
		struct string name = node_kind(item) == NODE_MAPPING
					     ? node_text(node_entry(item, 0).key)
					     : node_text(item);
		found[count] = type_meant(types, NULL, kind, name);
		count += found[count] != NULL;
	}
	return count;
}

const struct type *member_type(const struct types *types, const struct type_member *member,
	enum type_kind kind, const char *keyname)
{
	for (; member != NULL; member = member->refines) {
		struct node definition = member->definition;
		struct node name = node_kind(definition) == NODE_SCALAR
					   ? definition
					   : node_get(definition, keyname);
		if (node_kind(name) == NODE_MAPPING)
			name = node_get(name, "type"); /* the relationship of a requirement */
		if (node_kind(name) == NODE_SCALAR && !node_is_null(name))
			return type_meant(types, member->origin, kind, node_text(name));
	}
	return NULL;
}

/* ---- values ---- */

enum definitions_version schema_version(const struct type *where, struct node definition)
{
	return where ? type_version(where) : place_version(definition.tree);
}

const struct type *schema_data_type(const struct types *types, struct value_schema schema)
{
	return type_meant(
		types, schema.where, TYPE_DATA, node_text(value_schema_get(schema, "type")));
}

enum primitive_type schema_primitive(const struct types *types, struct value_schema schema)
{
	if (node_is_absent(schema.definition))
		return PRIMITIVE_NONE;
	struct string name = node_text(value_schema_get(schema, "type"));
	enum definitions_version version = schema_version(schema.where, schema.definition);
	enum primitive_type primitive = primitive_type_find(version, name);
	if (primitive != PRIMITIVE_NONE)
		return primitive;
	const struct type *type = schema_data_type(types, schema);
	return type ? type_primitive(type) : PRIMITIVE_NONE;
}

struct type_members schema_properties(
	const struct types *types, struct value_schema schema, struct arena *arena)
{
	return type_members(schema_data_type(types, schema), PART_PROPERTIES, arena);
}

struct value_schema schema_of_entry(const struct types *types, struct value_schema schema)
{
	struct node entries = value_schema_get(schema, "entry_schema");
	const struct type *where = schema.where;
	for (const struct type *type = schema_data_type(types, schema);
		type && node_is_absent(entries); type = type->parent) {
		entries = node_get(type->definition, "entry_schema");
		where = type;
	}
	return (struct value_schema){where, entries, NULL};
}

struct value_schema schema_of_key(const struct types *types, struct value_schema schema,
	struct string key, struct arena *arena)
{
	struct type_members properties = schema_properties(types, schema, arena);
	const struct type_member *property = type_members_find(properties, key);
	if (property)
		return value_schema_of_member(property);
	if (schema_primitive(types, schema) == PRIMITIVE_MAP)
		return schema_of_entry(types, schema);
	return (struct value_schema){0};
}
