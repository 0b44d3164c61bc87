#include "analyzer/ide/types.h"

#include "analyzer/language/primitive_types.h"

bool type_kind_of(enum name_kind kind, enum type_kind *type_kind)
{
	switch (kind) {
	case NAME_OF_ARTIFACT_TYPE:
		*type_kind = TYPE_ARTIFACT;
		return true;
	case NAME_OF_CAPABILITY_TYPE:
	case NAME_OF_CAPABILITY_OR_TYPE:
		*type_kind = TYPE_CAPABILITY;
		return true;
	case NAME_OF_DATA_TYPE:
		*type_kind = TYPE_DATA;
		return true;
	case NAME_OF_GROUP_TYPE:
		*type_kind = TYPE_GROUP;
		return true;
	case NAME_OF_INTERFACE_TYPE:
		*type_kind = TYPE_INTERFACE;
		return true;
	case NAME_OF_NODE_TYPE:
	case NAME_OF_NODE_OR_GROUP_TYPE:
		*type_kind = TYPE_NODE;
		return true;
	case NAME_OF_POLICY_TYPE:
		*type_kind = TYPE_POLICY;
		return true;
	case NAME_OF_RELATIONSHIP_TYPE:
	case NAME_OF_RELATIONSHIP_OR_TYPE:
		*type_kind = TYPE_RELATIONSHIP;
		return true;
	default:
		return false;
	}
}

struct collector {
	struct arena *arena;
	struct type_entry *items;
	size_t count, capacity;
};

static void add(struct collector *collector, struct string name, struct string derived_from,
	struct string description)
{
	collector->items = arena_reserve(collector->arena, collector->items, collector->count,
		&collector->capacity, sizeof *collector->items);
	collector->items[collector->count++] = (struct type_entry){
		.name = arena_copy(collector->arena, name),
		.derived_from = arena_copy(collector->arena, derived_from),
		.description = arena_copy(collector->arena, description),
	};
}

static void add_types(
	struct collector *collector, const struct types *types, enum type_kind kind, bool normative)
{
	size_t count = 0;
	const struct type *const *all = types_all(types, &count);
	for (size_t i = 0; i < count; i++) {
		if (all[i]->kind == kind && type_is_normative(all[i]) == normative) {
			add(collector, types_name_of(types, all[i], collector->arena),
				all[i]->parent_name,
				node_text(node_get(all[i]->definition, "description")));
		}
	}
}

static void add_primitives(struct collector *collector, enum definitions_version version)
{
	for (int i = 0; i < PRIMITIVE_TOTAL; i++) {
		const struct primitive_type_row *row = primitive_type_row((enum primitive_type)i);
		if (row->versions & definitions_version_set(version)) {
			add(collector, string_from(row->name), STRING(""),
				string_from(row->summary));
		}
	}
}

struct type_list types_of(const struct syntax_tree *tree, enum definitions_version version,
	enum name_kind kind, struct arena *arena)
{
	struct collector collector = {.arena = arena};
	enum type_kind type_kind;
	if (!type_kind_of(kind, &type_kind)) {
		return (struct type_list){NULL, 0};
	}
	struct types *types = types_create(tree, STRING(""), NULL, NULL);
	if (type_kind == TYPE_DATA) {
		add_primitives(&collector, version);
	}
	add_types(&collector, types, type_kind, false);
	add_types(&collector, types, type_kind, true);
	if (kind == NAME_OF_NODE_OR_GROUP_TYPE) {
		add_types(&collector, types, TYPE_GROUP, false);
		add_types(&collector, types, TYPE_GROUP, true);
	}
	types_release(types);
	return (struct type_list){collector.items, collector.count};
}
