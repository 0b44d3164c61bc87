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

static int compare_names(const void *a, const void *b)
{
	const struct type *one = *(const struct type *const *)a;
	const struct type *other = *(const struct type *const *)b;
	return string_compare(one->name, other->name);
}

static int compare_places(const void *a, const void *b)
{
	uint32_t one = node_range((*(const struct type *const *)a)->key).start;
	uint32_t other = node_range((*(const struct type *const *)b)->key).start;
	return (one > other) - (one < other);
}

/* By name: authors list their types in any order. Those of the language are told one after the
 * other. */
static void add_imported(
	struct collector *collector, const struct types *types, enum type_kind kind, bool normative)
{
	size_t total = 0, count = 0;
	const struct type *const *all = types ? types_all(types, &total) : NULL;
	const struct type **found = arena_allocate(collector->arena, total, sizeof(*found));
	for (size_t i = 0; i < total; i++)
		if (all[i]->kind == kind && type_is_normative(all[i]) == normative &&
			type_tree(all[i]) != types_tree(types))
			found[count++] = all[i];
	if (count > 1)
		qsort(found, count, sizeof(*found), normative ? compare_places : compare_names);
	for (size_t i = 0; i < count; i++)
		add(collector, types_name_of(types, found[i], collector->arena),
			found[i]->parent_name,
			node_text(node_get(found[i]->definition, "description")));
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
