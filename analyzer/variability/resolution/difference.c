#include "analyzer/variability/resolution/difference.h"

enum {
	WIDTH = 200 /* of one printed value */
};

struct comparison {
	struct arena *arena;
	struct difference *items;
	size_t count, capacity;
};

/* Two values at the same path; `place` is that of the nearest expected one. */
struct pair {
	struct string path;
	const struct value *expected;
	const struct value *actual;
	struct node place;
};

static void add(struct comparison *comparison, const struct pair *pair)
{
	comparison->items = arena_reserve(comparison->arena, comparison->items, comparison->count,
		&comparison->capacity, sizeof(*comparison->items));
	comparison->items[comparison->count++] =
		(struct difference){pair->path, pair->expected, pair->actual, pair->place};
}

static void compare(struct comparison *comparison, struct pair pair);

static struct string path_of_key(
	const struct comparison *comparison, const struct pair *pair, struct string key)
{
	return arena_format(comparison->arena, "%.*s%s%.*s", STRING_ARGUMENTS(pair->path),
		pair->path.length ? "." : "", STRING_ARGUMENTS(key));
}

static void compare_maps(struct comparison *comparison, const struct pair *pair)
{
	const struct value_map *expected = pair->expected->map;
	const struct value_map *actual = pair->actual->map;

	for (size_t i = 0; i < expected->count; i++)
		compare(comparison,
			(struct pair){path_of_key(comparison, pair, expected->entries[i].key),
				&expected->entries[i].value,
				value_get(*pair->actual, expected->entries[i].key), pair->place});
	for (size_t i = 0; i < actual->count; i++) {
		const struct value_entry *entry = &actual->entries[i];

		if (!value_get(*pair->expected, entry->key))
			compare(comparison, (struct pair){path_of_key(comparison, pair, entry->key),
						    NULL, &entry->value, pair->place});
	}
}

static void compare_lists(struct comparison *comparison, const struct pair *pair)
{
	const struct value_list *expected = pair->expected->list;
	const struct value_list *actual = pair->actual->list;

	for (size_t i = 0; i < expected->count || i < actual->count; i++)
		compare(comparison,
			(struct pair){arena_format(comparison->arena, "%.*s[%zu]",
					      STRING_ARGUMENTS(pair->path), i),
				i < expected->count ? &expected->items[i] : NULL,
				i < actual->count ? &actual->items[i] : NULL, pair->place});
}

static void compare(struct comparison *comparison, struct pair pair)
{
	if (pair.expected && !node_is_absent(pair.expected->node))
		pair.place = pair.expected->node;
	if (!pair.expected || !pair.actual)
		add(comparison, &pair);
	else if (pair.expected->kind == VALUE_MAP && pair.actual->kind == VALUE_MAP)
		compare_maps(comparison, &pair);
	else if (pair.expected->kind == VALUE_LIST && pair.actual->kind == VALUE_LIST)
		compare_lists(comparison, &pair);
	else if (!value_equal(*pair.expected, *pair.actual))
		add(comparison, &pair);
}

const struct difference *difference_list(
	struct arena *arena, struct value expected, struct value actual, size_t *count)
{
	struct comparison comparison = {.arena = arena};
	struct value *both = arena_allocate(arena, 2, sizeof(*both));

	both[0] = expected;
	both[1] = actual;
	compare(&comparison, (struct pair){.expected = &both[0], .actual = &both[1]});
	*count = comparison.count;
	return comparison.items;
}

/* Never cut inside a character. */
static struct string shortened(struct arena *arena, const struct value *value)
{
	struct string json = value_json(arena, *value);
	size_t length = WIDTH;

	if (json.length <= WIDTH)
		return json;
	while (length > 0 && ((unsigned char)json.bytes[length] & 0xC0) == 0x80)
		length--;
	return arena_format(arena, "%.*s…", (int)length, json.bytes);
}

struct string difference_text(struct arena *arena, const struct difference *difference)
{
	struct string path = difference->path.length ? difference->path : STRING("the document");
	struct string expected = {0}, actual = {0};

	if (difference->expected)
		expected = shortened(arena, difference->expected);
	if (difference->actual)
		actual = shortened(arena, difference->actual);
	if (!difference->expected)
		return arena_format(arena, "%.*s: not expected: %.*s", STRING_ARGUMENTS(path),
			STRING_ARGUMENTS(actual));
	if (!difference->actual)
		return arena_format(arena, "%.*s: missing: %.*s", STRING_ARGUMENTS(path),
			STRING_ARGUMENTS(expected));
	return arena_format(arena, "%.*s: expected %.*s, got %.*s", STRING_ARGUMENTS(path),
		STRING_ARGUMENTS(expected), STRING_ARGUMENTS(actual));
}
