#include "analyzer/variability/values/value_reader.h"

#include "analyzer/model/text/json_text.h"

#include "analyzer/syntax/tree/syntax_tree.h"

#include <string.h>

struct value value_detach(struct arena *arena, struct value value)
{
	value.node = (struct node){0};
	if (value.kind == VALUE_STRING) {
		value.string = arena_copy(arena, value.string);
	} else if (value.kind == VALUE_LIST) {
		struct value *items = arena_allocate(arena, value.list->count, sizeof(*items));

		for (size_t i = 0; i < value.list->count; i++)
			items[i] = value_detach(arena, value.list->items[i]);
		value = value_from_list(arena, items, value.list->count);
	} else if (value.kind == VALUE_MAP) {
		struct value_entry *entries =
			arena_allocate(arena, value.map->count, sizeof(*entries));

		for (size_t i = 0; i < value.map->count; i++) {
			entries[i].key = arena_copy(arena, value.map->entries[i].key);
			entries[i].value = value_detach(arena, value.map->entries[i].value);
		}
		value = value_from_map(arena, entries, value.map->count);
	}
	return value;
}

struct value value_from_yaml(struct arena *arena, struct string text, struct string *error)
{
	struct syntax_tree *tree = syntax_tree_create(text);
	size_t count;
	const struct syntax_error *errors = syntax_tree_errors(tree, arena, &count);
	struct value value = value_none();

	*error = count > 0 ? arena_copy(arena, errors[0].message) : STRING("");
	if (count == 0)
		value = value_detach(arena, value_from_node(arena, syntax_tree_root(tree)));
	if (value.kind == VALUE_NONE)
		value = value_from_string(arena_copy(arena, text));
	syntax_tree_release(tree);
	return value;
}

/* JSON is YAML, so it suffices to recognise it. */
struct value value_from_json_or_text(struct arena *arena, struct string text)
{
	struct string error;

	if (string_is(text, "null"))
		return value_none();
	return json_text_is_valid(text) ? value_from_yaml(arena, text, &error)
					: value_from_string(arena_copy(arena, text));
}
