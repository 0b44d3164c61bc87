#include "cli/difference.h"

enum {
	DIFFERENCE_LIMIT = 20,
	DIFFERENCE_WIDTH = 200, /* of one printed value */
};

struct difference {
	FILE *stream;
	struct arena *arena;
	size_t count;
};

static bool begin_line(struct difference *difference, struct string path)
{
	difference->count++;
	if (difference->count == DIFFERENCE_LIMIT + 1)
		fputs("    and more\n", difference->stream);
	if (difference->count > DIFFERENCE_LIMIT)
		return false;
	fprintf(difference->stream, "    %.*s: ", STRING_ARGUMENTS(path));
	return true;
}

static void print_value(const struct difference *difference, struct value value)
{
	struct string json = value_json(difference->arena, value);
	bool cut = json.length > DIFFERENCE_WIDTH;

	fprintf(difference->stream, "%.*s%s", cut ? DIFFERENCE_WIDTH : (int)json.length, json.bytes,
		cut ? "…" : "");
}

static void report(struct difference *difference, struct string path, const struct value *expected,
	const struct value *actual)
{
	if (!begin_line(difference, path))
		return;
	if (!expected) {
		fputs("not expected: ", difference->stream);
		print_value(difference, *actual);
	} else if (!actual) {
		fputs("missing: ", difference->stream);
		print_value(difference, *expected);
	} else {
		fputs("expected ", difference->stream);
		print_value(difference, *expected);
		fputs(", got ", difference->stream);
		print_value(difference, *actual);
	}
	fputc('\n', difference->stream);
}

static void compare(struct difference *difference, struct string path, const struct value *expected,
	const struct value *actual);

static void compare_maps(struct difference *difference, struct string path,
	const struct value *expected, const struct value *actual)
{
	for (size_t i = 0; i < expected->map->count; i++) {
		const struct value_entry *entry = &expected->map->entries[i];

		compare(difference,
			arena_format(difference->arena, "%.*s%s%.*s", STRING_ARGUMENTS(path),
				path.length ? "." : "", STRING_ARGUMENTS(entry->key)),
			&entry->value, value_get(*actual, entry->key));
	}
	for (size_t i = 0; i < actual->map->count; i++) {
		const struct value_entry *entry = &actual->map->entries[i];

		if (!value_get(*expected, entry->key))
			report(difference,
				arena_format(difference->arena, "%.*s%s%.*s",
					STRING_ARGUMENTS(path), path.length ? "." : "",
					STRING_ARGUMENTS(entry->key)),
				NULL, &entry->value);
	}
}

static void compare_lists(struct difference *difference, struct string path,
	const struct value_list *expected, const struct value_list *actual)
{
	for (size_t i = 0; i < expected->count || i < actual->count; i++)
		compare(difference,
			arena_format(difference->arena, "%.*s[%zu]", STRING_ARGUMENTS(path), i),
			i < expected->count ? &expected->items[i] : NULL,
			i < actual->count ? &actual->items[i] : NULL);
}

static void compare(struct difference *difference, struct string path, const struct value *expected,
	const struct value *actual)
{
	if (!expected || !actual)
		report(difference, path, expected, actual);
	else if (expected->kind == VALUE_MAP && actual->kind == VALUE_MAP)
		compare_maps(difference, path, expected, actual);
	else if (expected->kind == VALUE_LIST && actual->kind == VALUE_LIST)
		compare_lists(difference, path, expected->list, actual->list);
	else if (!value_equal(*expected, *actual))
		report(difference, path, expected, actual);
}

void difference_print(FILE *stream, struct value expected, struct value actual)
{
	struct difference difference = {.stream = stream, .arena = arena_create()};

	compare(&difference, STRING(""), &expected, &actual);
	arena_destroy(difference.arena);
}
