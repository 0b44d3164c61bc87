#include "analyzer/ide/declarations/types.h"

#include "analyzer/ide/cursor/names.h"
#include "analyzer/language/grammar/primitive_types.h"
#include "analyzer/model/grammar/grammar.h"

#include <stdlib.h>

struct collector {
	struct arena *arena;
	struct type_entry *items;
	size_t count, capacity;
};

static void add(struct collector *collector, struct string name, struct string derived_from,
	struct string description)
{
	collector->items = arena_reserve(collector->arena, collector->items, collector->count,
		&collector->capacity, sizeof(*collector->items));
	collector->items[collector->count++] = (struct type_entry){
		.name = arena_copy(collector->arena, name),
		.derived_from = arena_copy(collector->arena, derived_from),
		.description = arena_copy(collector->arena, description),
	};
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

static void add_own(
	struct collector *collector, const struct syntax_tree *tree, enum type_kind kind)
{
	struct name_list own = names_of(tree, declared_kind_of_type(kind), collector->arena);
	for (size_t i = 0; i < own.count; i++) {
		add(collector, own.items[i].name,
			node_text(node_get(own.items[i].value, "derived_from")),
			node_text(node_get(own.items[i].value, "description")));
	}
}

static int compare(const void *a, const void *b)
{
	const struct type_entry *one = a;
	const struct type_entry *other = b;
	return string_compare(one->name, other->name);
}

/* By name: files list their types in any order. */
static void add_imported(
	struct collector *collector, const struct types *types, enum type_kind kind, bool normative)
{
	size_t count = 0, first = collector->count;
	const struct type *const *all = types ? types_all(types, &count) : NULL;
	for (size_t i = 0; i < count; i++) {
		if (all[i]->kind == kind && type_is_normative(all[i]) == normative &&
			type_tree(all[i]) != types_tree(types)) {
			add(collector, types_name_of(types, all[i], collector->arena),
				all[i]->parent_name,
				node_text(node_get(all[i]->definition, "description")));
		}
	}
	if (collector->count > first) {
		qsort(collector->items + first, collector->count - first, sizeof(*collector->items),
			compare);
	}
}

static void add_types(struct collector *collector, const struct syntax_tree *tree,
	const struct types *types, enum type_kind kind)
{
	add_own(collector, tree, kind);
	add_imported(collector, types, kind, false);
	add_imported(collector, types, kind, true);
}

struct type_list types_of(const struct syntax_tree *tree, const struct types *types,
	enum name_kind kind, struct arena *arena)
{
	struct collector collector = {.arena = arena};
	enum type_kind type_kind;
	if (!type_kind_of_name(kind, &type_kind))
		return (struct type_list){NULL, 0};
	if (type_kind == TYPE_DATA)
		add_primitives(&collector, grammar_version(tree));
	add_types(&collector, tree, types, type_kind);
	if (kind == NAME_OF_NODE_OR_GROUP_TYPE)
		add_types(&collector, tree, types, TYPE_GROUP);
	return (struct type_list){collector.items, collector.count};
}
