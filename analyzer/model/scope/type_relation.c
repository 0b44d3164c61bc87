#include "analyzer/model/scope/type_relation.h"

bool type_is_rooted(const struct type *type)
{
	if (!type || type->is_cyclic)
		return false;
	while (type->parent)
		type = type->parent;
	return type->parent_name.length == 0;
}

bool data_type_is_rooted(const struct data_type *type)
{
	return type->primitive != PRIMITIVE_NONE || type_is_rooted(type->type);
}

enum verdict type_derives(const struct type *type, const struct type *ancestor)
{
	if (!type || !ancestor)
		return UNKNOWN;
	/* TOSCA 1.x: not every type says that it derives from the root. */
	if (type_is_a(type, ancestor) || (type_is_normative(ancestor) && !ancestor->parent))
		return HOLDS;
	return type_is_rooted(type) ? FAILS : UNKNOWN;
}

enum verdict types_derive(const struct element_types *types, const struct type *ancestor)
{
	if (!types->is_known)
		return UNKNOWN;
	enum verdict result = FAILS;
	for (size_t i = 0; i < types->count; i++)
		result = verdict_any(result, type_derives(types->items[i], ancestor));
	return result;
}

struct placed_node member_value(
	const struct type_member *member, const char *keyname, const char *short_keyname)
{
	for (; member; member = member->refines) {
		struct node value = node_kind(member->definition) == NODE_MAPPING
					    ? node_get(member->definition, keyname)
					    : (struct node){0};
		if (node_is_string(member->definition) && strcmp(keyname, short_keyname) == 0)
			value = member->definition;
		if (!node_is_null(value))
			return (struct placed_node){value, member->origin};
	}
	return (struct placed_node){0};
}

struct placed_node member_type_name(
	const struct type_member *member, const char *keyname, const char *short_keyname)
{
	for (; member; member = member->refines) {
		struct placed_node value = member_value(member, keyname, short_keyname);
		if (node_kind(value.node) != NODE_MAPPING ||
			!node_is_null(node_get(value.node, "type")))
			return value;
		while (member->origin != value.where)
			member = member->refines;
	}
	return (struct placed_node){0};
}

const struct type *placed_type(struct placed_node value, enum type_kind kind)
{
	struct node name = value.node;
	if (node_kind(name) == NODE_MAPPING)
		name = node_get(name, "type");
	if (!value.where || !node_is_string(name))
		return NULL;
	const struct type *type = type_find_from(value.where, kind, node_text(name));
	return type && !type->is_cyclic ? type : NULL;
}

struct placed_node type_value(const struct type *type, const char *keyname)
{
	for (; type; type = type->parent) {
		struct node value = node_get(type->definition, keyname);
		if (!node_is_null(value))
			return (struct placed_node){value, type};
	}
	return (struct placed_node){0};
}

/* Targets of policies are types of nodes and types of groups. */
static bool names_other_kind(struct placed_node name, enum type_kind kind)
{
	return (kind == TYPE_NODE && placed_type(name, TYPE_GROUP)) ||
	       (kind == TYPE_GROUP && placed_type(name, TYPE_NODE));
}

enum verdict type_is_listed(const struct type *type, struct placed_node list, enum type_kind kind)
{
	uint32_t count = node_kind(list.node) == NODE_SEQUENCE ? node_count(list.node) : 0;
	if (count == 0)
		return HOLDS;
	enum verdict result = type ? FAILS : UNKNOWN;
	for (uint32_t i = 0; i < count; i++) {
		struct placed_node one = {node_item(list.node, i), list.where};
		const struct type *listed = placed_type(one, kind);
		if (listed || !names_other_kind(one, kind))
			result = verdict_any(result, type_derives(type, listed));
	}
	return result;
}
