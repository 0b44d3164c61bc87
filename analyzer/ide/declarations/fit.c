#include "analyzer/ide/declarations/fit.h"

struct demand demand_of(const struct types *types, const struct type_member *requirement)
{
	struct demand demand = {.types = types};
	if (!requirement)
		return demand;
	demand.source = requirement->origin;
	demand.capability = member_type(types, requirement, TYPE_CAPABILITY, "capability");
	demand.relationship = member_type(types, requirement, TYPE_RELATIONSHIP, "relationship");
	struct node node = type_member_get(requirement, "node");
	if (!node_is_null(node))
		demand.node = type_find_from(requirement->origin, TYPE_NODE, node_text(node));
	if (!demand.capability)
		demand.capability_name = node_text(type_member_get(requirement, "capability"));
	return demand;
}

static bool derives(const struct type *type, const struct type *ancestor)
{
	return !type || !ancestor || type_is_a(type, ancestor);
}

/* Whether `type` is one of a list of names such as `valid_source_types`; an empty list, or none,
 * allows any. */
static bool is_listed(const struct type *type, struct node names, const struct type *where)
{
	uint32_t count = node_kind(names) == NODE_SEQUENCE ? node_count(names) : 0;
	for (uint32_t i = 0; type && i < count; i++) {
		const struct type *allowed =
			type_find_from(where, type->kind, node_text(node_item(names, i)));
		if (derives(type, allowed))
			return true;
	}
	return !type || count == 0;
}

static bool is_listed_by(const struct type *type, const struct type *by, const char *keyname,
	const char *keyname_2_0)
{
	for (; by != NULL; by = by->parent) {
		struct node names = node_get(by->definition, keyname);
		if (node_is_null(names))
			names = node_get(by->definition, keyname_2_0);
		if (!node_is_null(names))
			return is_listed(type, names, by);
	}
	return true;
}

bool capability_fits(const struct demand *demand, const struct type_member *capability)
{
	if (demand->capability_name.length > 0)
		return string_equal(capability->name, demand->capability_name);
	const struct type *type = member_type(demand->types, capability, TYPE_CAPABILITY, "type");
	if (!derives(type, demand->capability))
		return false;
	struct node sources = type_member_get(capability, "valid_source_types");
	if (node_is_null(sources))
		sources = type_member_get(capability, "valid_source_node_types");
	return node_is_null(sources) ? is_listed_by(demand->source, type, "valid_source_types",
					       "valid_source_node_types")
				     : is_listed(demand->source, sources, capability->origin);
}

bool node_type_fits(const struct demand *demand, const struct type *type, struct arena *arena)
{
	if (!type || !derives(type, demand->node))
		return !type;
	bool any = !demand->capability && demand->capability_name.length == 0;
	struct type_members capabilities = type_members(type, PART_CAPABILITIES, arena);
	for (size_t i = 0; !any && i < capabilities.count; i++)
		any = capability_fits(demand, &capabilities.items[i]);
	return any;
}

bool node_fits(const struct demand *demand, struct node node, struct arena *arena)
{
	const struct type *types[MOST_TYPES];
	size_t count = element_types(demand->types, TYPE_NODE, node, types);
	bool fits = count == 0;
	for (size_t i = 0; i < count; i++)
		fits = fits || node_type_fits(demand, types[i], arena);
	return fits;
}

bool relationship_type_fits(const struct demand *demand, const struct type *type)
{
	return derives(type, demand->relationship) &&
	       is_listed_by(
		       demand->capability, type, "valid_target_types", "valid_capability_types");
}
