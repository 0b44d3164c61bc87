#include "analyzer/variability/values/value.h"

#include "analyzer/text/name_table.h"
#include "analyzer/variability/values/date.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* Deeper documents do not exist in practice; their depths are cut off rather than
 * allowed to exhaust the stack. */
enum {
	VALUE_DEPTH_LIMIT = 1000
};

static struct value list_in(struct arena *arena, const struct value *items, size_t count)
{
	struct value_list *list = arena_allocate(arena, 1, sizeof(*list));

	*list = (struct value_list){.count = count, .items = items};
	return (struct value){.kind = VALUE_LIST, .list = list};
}

struct value value_from_list(struct arena *arena, const struct value *values, size_t count)
{
	return list_in(arena, values, count);
}

struct value value_from_map(struct arena *arena, const struct value_entry *entries, size_t count)
{
	struct value_map *map = arena_allocate(arena, 1, sizeof(*map));

	*map = (struct value_map){.count = count, .entries = entries};
	return (struct value){.kind = VALUE_MAP, .map = map};
}

static struct value from_scalar(struct node node)
{
	switch (node_scalar_type(node)) {
	case SCALAR_NULL:
		return value_none();
	case SCALAR_BOOLEAN:
		return value_from_boolean(node_boolean(node));
	case SCALAR_INTEGER:
	case SCALAR_FLOAT:
		return value_from_number(node_number(node));
	case SCALAR_TIMESTAMP:
		return (struct value){
			.kind = VALUE_DATE, .number = date_from_timestamp(node_text(node))};
	case SCALAR_STRING:
		return value_from_string(node_text(node));
	}
	return value_none();
}

static struct value from_node(struct arena *arena, struct node node, int depth)
{
	struct value value = value_none();

	if (depth < VALUE_DEPTH_LIMIT) {
		uint32_t count = node_count(node);

		switch (node_kind(node)) {
		case NODE_ABSENT:
			break;
		case NODE_SCALAR:
			value = from_scalar(node);
			break;
		case NODE_SEQUENCE: {
			struct value *items = arena_allocate(arena, count, sizeof(*items));

			for (uint32_t i = 0; i < count; i++)
				items[i] = from_node(arena, node_item(node, i), depth + 1);
			value = value_from_list(arena, items, count);
			break;
		}
		case NODE_MAPPING: {
			struct value_entry *entries =
				arena_allocate(arena, count, sizeof(*entries));

			for (uint32_t i = 0; i < count; i++) {
				struct node_entry entry = node_entry(node, i);

				entries[i].key = node_text(entry.key);
				entries[i].value = from_node(arena, entry.value, depth + 1);
			}
			value = value_from_map(arena, entries, count);
			break;
		}
		}
	}
	value.node = node;
	return value;
}

struct value value_from_node(struct arena *arena, struct node node)
{
	return from_node(arena, node, 0);
}

const struct value *value_get(struct value map, struct string key)
{
	if (map.kind != VALUE_MAP)
		return NULL;
	if (map.map->by_key) {
		const struct value_entry *entry = name_table_find(map.map->by_key, key);

		return entry ? &entry->value : NULL;
	}
	for (size_t i = 0; i < map.map->count; i++)
		if (string_equal(map.map->entries[i].key, key))
			return &map.map->entries[i].value;
	return NULL;
}

bool value_identical(struct value a, struct value b)
{
	if (a.kind != b.kind)
		return false;
	switch (a.kind) {
	case VALUE_NONE:
		return true;
	case VALUE_BOOLEAN:
		return a.boolean == b.boolean;
	case VALUE_NUMBER:
		return a.number == b.number;
	case VALUE_STRING:
		return string_equal(a.string, b.string);
	case VALUE_DATE:
		return a.number == b.number && a.node.tree && node_equal_place(a.node, b.node);
	case VALUE_LIST:
		return a.list == b.list;
	case VALUE_MAP:
		return a.map == b.map;
	}
	return false;
}

static bool lists_equal(const struct value_list *a, const struct value_list *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (!value_equal(a->items[i], b->items[i]))
			return false;
	return true;
}

bool value_equal(struct value a, struct value b)
{
	if (a.kind != b.kind)
		return false;
	if (a.kind == VALUE_DATE)
		return a.number == b.number;
	if (a.kind == VALUE_NUMBER)
		return a.number == b.number || (isnan(a.number) && isnan(b.number));
	if (a.kind == VALUE_LIST)
		return lists_equal(a.list, b.list);
	if (a.kind != VALUE_MAP)
		return value_identical(a, b);
	if (a.map->count != b.map->count)
		return false;
	for (size_t i = 0; i < a.map->count; i++) {
		const struct value *other = value_get(b, a.map->entries[i].key);

		if (!other || !value_equal(a.map->entries[i].value, *other))
			return false;
	}
	return true;
}

static struct value merge_lists(
	struct arena *arena, const struct value_list *before, const struct value_list *after)
{
	size_t count = before->count > after->count ? before->count : after->count;
	struct value *items = arena_allocate(arena, count, sizeof(*items));

	for (size_t i = 0; i < count; i++)
		if (i >= after->count)
			items[i] = before->items[i];
		else if (i >= before->count)
			items[i] = after->items[i];
		else
			items[i] = value_merge(arena, before->items[i], after->items[i]);
	return value_from_list(arena, items, count);
}

static struct value merge_maps(
	struct arena *arena, const struct value_map *before, const struct value_map *after)
{
	struct value_entry *entries =
		arena_allocate(arena, before->count + after->count, sizeof(*entries));
	size_t count = before->count;
	struct name_table *by_key = arena_allocate(arena, 1, sizeof(*by_key));
	struct value_map *merged = arena_allocate(arena, 1, sizeof(*merged));

	name_table_reserve(by_key, arena, before->count + after->count);
	if (count > 0)
		memcpy(entries, before->entries, count * sizeof(*entries));
	for (size_t i = 0; i < count; i++)
		name_table_add(by_key, arena, entries[i].key, &entries[i]);
	for (size_t i = 0; i < after->count; i++) {
		const struct value_entry *entry = &after->entries[i];
		struct value_entry *known = name_table_find(by_key, entry->key);

		if (known) {
			known->value = value_merge(arena, known->value, entry->value);
			continue;
		}
		entries[count] = *entry;
		name_table_add(by_key, arena, entry->key, &entries[count++]);
	}
	*merged = (struct value_map){count, entries, by_key};
	return (struct value){.kind = VALUE_MAP, .map = merged};
}

struct value value_merge(struct arena *arena, struct value before, struct value after)
{
	if (before.kind == VALUE_LIST && after.kind == VALUE_LIST)
		return merge_lists(arena, before.list, after.list);
	if (before.kind == VALUE_MAP && after.kind == VALUE_MAP)
		return merge_maps(arena, before.map, after.map);
	return after;
}
