#include "analyzer/model/types/value_schema.h"

#include <string.h>

struct value_schema value_schema_of_member(const struct type_member *member)
{
	return (struct value_schema){
		.where = member->origin, .definition = member->definition, .member = member};
}

struct value_schema value_schema_of_type(const struct type *type)
{
	/* The key of a type is the short notation of a schema. */
	return type ? (struct value_schema){.where = type, .definition = type->key}
		    : (struct value_schema){0};
}

struct value_schema value_schema_of_definition(struct node definition)
{
	return (struct value_schema){.definition = definition};
}

/* Short notation of a schema: just the type. */
static struct node own_value(struct node definition, const char *keyname)
{
	if (node_kind(definition) == NODE_SCALAR)
		return strcmp(keyname, "type") == 0 ? definition : (struct node){0};
	return node_get(definition, keyname);
}

struct node value_schema_get(struct value_schema schema, const char *keyname)
{
	if (schema.member)
		return type_member_get(schema.member, keyname);
	struct node value = own_value(schema.definition, keyname);
	for (const struct value_schema *refined = schema.refined; refined && node_is_null(value);
		refined = refined->refined)
		value = own_value(refined->definition, keyname);
	return value;
}

/* In whose file the name of the type is written. */
static const struct type *where_type_is_named(struct value_schema schema)
{
	for (const struct type_member *member = schema.member; member; member = member->refines)
		if (!node_is_null(node_get(member->definition, "type")))
			return member->origin;
	for (const struct value_schema *level = &schema; level; level = level->refined)
		if (!node_is_null(own_value(level->definition, "type")))
			return level->where;
	return schema.where;
}

struct node value_schema_valid_values(struct node definition)
{
	struct node constraints = node_get(definition, "constraints");
	uint32_t count = node_kind(constraints) == NODE_SEQUENCE ? node_count(constraints) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct node values = node_get(node_item(constraints, i), "valid_values");
		if (node_kind(values) == NODE_SEQUENCE)
			return values;
	}
	struct node clause = node_get(node_get(definition, "validation"), "$valid_values");
	struct node values = node_item(clause, 1);
	return node_kind(values) == NODE_SEQUENCE ? values : (struct node){0};
}

const struct type *value_schema_type(const struct types *types, struct value_schema schema)
{
	struct string name = node_text(value_schema_get(schema, "type"));
	const struct type *where = where_type_is_named(schema);
	if (!name.length)
		return NULL;
	return where ? type_find_from(where, TYPE_DATA, name) : types_find(types, TYPE_DATA, name);
}

struct data_type value_schema_data_type(
	const struct types *types, enum definitions_version version, struct value_schema schema)
{
	struct string name = node_text(value_schema_get(schema, "type"));
	struct data_type found = {.primitive = primitive_type_find(version, name)};
	if (found.primitive == PRIMITIVE_NONE)
		found.type = value_schema_type(types, schema);
	if (found.type)
		found.primitive = type_primitive(found.type);
	return found;
}

static void add_level(struct value_schema_levels *levels, const struct type *where,
	struct node definition, const char *keyname)
{
	struct node below = node_get(definition, keyname);
	if (node_is_null(below) || levels->count == VALUE_SCHEMA_LEVELS)
		return;
	struct value_schema *level = &levels->items[levels->count++];
	*level = (struct value_schema){.where = where, .definition = below};
	if (levels->count > 1)
		level[-1].refined = level;
}

const struct value_schema *value_schema_below(struct value_schema schema, const struct type *type,
	const char *keyname, struct value_schema_levels *levels)
{
	levels->count = 0;
	for (const struct type *level = type; level; level = level->parent)
		add_level(levels, level, level->definition, keyname);
	for (const struct type_member *member = type ? NULL : schema.member; member;
		member = member->refines)
		add_level(levels, member->origin, member->definition, keyname);
	for (const struct value_schema *level = type || schema.member ? NULL : &schema; level;
		level = level->refined)
		add_level(levels, level->where, level->definition, keyname);
	return levels->count > 0 ? &levels->items[0] : NULL;
}

struct value_schema value_schema_of_entries(
	struct value_schema schema, const struct type *type, struct arena *arena)
{
	struct value_schema_levels *levels = arena_allocate(arena, 1, sizeof(*levels));
	const struct value_schema *entries =
		value_schema_below(schema, type, "entry_schema", levels);
	return entries ? *entries : (struct value_schema){0};
}
