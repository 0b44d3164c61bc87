#include "analyzer/ide/types.h"

#include "analyzer/ide/names.h"

#include <string.h>

const char *type_section(enum name_kind kind)
{
	switch (kind) {
	case NAME_OF_ARTIFACT_TYPE:
		return "artifact_types";
	case NAME_OF_CAPABILITY_TYPE:
	case NAME_OF_CAPABILITY_OR_TYPE:
		return "capability_types";
	case NAME_OF_DATA_TYPE:
		return "data_types";
	case NAME_OF_GROUP_TYPE:
		return "group_types";
	case NAME_OF_INTERFACE_TYPE:
		return "interface_types";
	case NAME_OF_NODE_TYPE:
	case NAME_OF_NODE_OR_GROUP_TYPE:
		return "node_types";
	case NAME_OF_POLICY_TYPE:
		return "policy_types";
	case NAME_OF_RELATIONSHIP_TYPE:
	case NAME_OF_RELATIONSHIP_OR_TYPE:
		return "relationship_types";
	default:
		return NULL;
	}
}

struct collector {
	struct arena *arena;
	struct type_entry *items;
	size_t count, capacity;
};

static void add_section(struct collector *collector, struct node section)
{
	struct name_list names = names_in(section, collector->arena);
	for (size_t i = 0; i < names.count; i++) {
		collector->items = arena_reserve(collector->arena, collector->items,
			collector->count, &collector->capacity, sizeof *collector->items);
		struct node value = names.items[i].value;
		collector->items[collector->count++] = (struct type_entry){
			.name = names.items[i].name,
			.derived_from = node_text(node_get(value, "derived_from")),
			.description = node_text(node_get(value, "description")),
		};
	}
}

struct type_list types_of(const struct syntax_tree *tree, enum definitions_version version,
	enum name_kind kind, struct arena *arena)
{
	struct collector collector = {.arena = arena};
	const char *section = type_section(kind);
	(void)version;
	if (section == NULL) {
		return (struct type_list){NULL, 0};
	}
	add_section(&collector, node_get(syntax_tree_root(tree), section));
	if (kind == NAME_OF_NODE_OR_GROUP_TYPE) {
		add_section(&collector, node_get(syntax_tree_root(tree), "group_types"));
	}
	return (struct type_list){collector.items, collector.count};
}
