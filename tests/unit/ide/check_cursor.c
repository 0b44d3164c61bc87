/* `# cursor: topology_template.variability.inputs key mod|` and so on: path, place, word;
 * `siblings a, b` lists the keys the mapping has already,
 * `items a; b` the items before the cursor. */
#include "analyzer/ide/cursor/cursor.h"
#include "tests/unit/ide/fixture.h"

static struct string print_path(const struct cursor *cursor, struct arena *arena)
{
	struct string text = {"", 0};
	for (size_t i = 0; i < cursor->path_length; i++) {
		const struct cursor_step *step = &cursor->path[i];
		const char *dot = i > 0 ? "." : "";
		text = step->index >= 0 ? arena_format(arena, "%.*s%s%d", STRING_ARGUMENTS(text),
						  dot, step->index)
					: arena_format(arena, "%.*s%s%.*s", STRING_ARGUMENTS(text),
						  dot, STRING_ARGUMENTS(step->key));
	}
	return text.length > 0 ? text : STRING("/");
}

static struct string print_cursor(const struct cursor *cursor, struct arena *arena)
{
	if (cursor->place == CURSOR_NOWHERE)
		return STRING("nowhere");
	const char *place = cursor->place == CURSOR_KEY ? "key" : "value";
	return arena_format(arena, "%.*s %s%s%s%s%s%s%.*s",
		STRING_ARGUMENTS(print_path(cursor, arena)), place,
		cursor->may_be_key ? " or-key" : "", cursor->needs_dash ? " dash" : "",
		cursor->needs_space ? " space" : "", cursor->has_colon ? " colon" : "",
		cursor->word.length > 0 ? " " : "", STRING_ARGUMENTS(cursor->word));
}

/* In any order. */
static void check_siblings(struct fixture *fixture, const struct fixture_expectation *expectation,
	const struct cursor *cursor)
{
	struct string list = expectation->text;
	struct string word;
	size_t count = 0, found = 0;
	while (fixture_next_word(&list, &word)) {
		count++;
		for (size_t i = 0; i < cursor->sibling_count; i++)
			found += string_equal(cursor->siblings[i], word);
	}
	if (count == cursor->sibling_count && found == count)
		return;
	fixture_fail(fixture, expectation->line, "the keys beside are:");
	for (size_t i = 0; i < cursor->sibling_count; i++) {
		fixture_fail(fixture, expectation->line, "\t%.*s",
			STRING_ARGUMENTS(cursor->siblings[i]));
	}
}

void check_cursor(struct fixture *fixture)
{
	for (size_t i = 0; i < fixture->expectation_count; i++) {
		const struct fixture_expectation *expectation = &fixture->expectations[i];
		if (!string_is(expectation->feature, "cursor"))
			continue;
		struct cursor cursor = cursor_at(
			fixture->tree, fixture->cursors[expectation->cursor], fixture->arena);
		struct string found = print_cursor(&cursor, fixture->arena);
		if (string_is(expectation->words, "siblings")) {
			check_siblings(fixture, expectation, &cursor);
			continue;
		}
		if (string_is(expectation->words, "items")) {
			found = (struct string){"", 0};
			for (size_t j = 0; j < cursor.item_count; j++) {
				found = arena_format(fixture->arena, "%.*s%s%.*s",
					STRING_ARGUMENTS(found), j > 0 ? "; " : "",
					STRING_ARGUMENTS(cursor.items[j]));
			}
		}
		if (!string_equal(found, expectation->text)) {
			fixture_fail(fixture, expectation->line, "the cursor is at \"%.*s\"",
				STRING_ARGUMENTS(found));
		}
	}
}
