/* `^^^ definition` and `^^^ use` mark where the name at the first cursor is declared and
 * used. `# rename name: 3` renames it: so many edits, and renaming back gives the text
 * before; `# rename name refused: reason`. */
#include "analyzer/ide/navigation.h"
#include "analyzer/ide/rename.h"
#include "tests/unit/ide/fixture.h"

#include <assert.h>
#include <string.h>

static void check_places(struct fixture *fixture, bool definitions)
{
	size_t count = 0;
	uint32_t cursor = fixture->cursors[0];
	const struct place_of_name *places =
		definitions ? navigation_definitions(fixture->tree, cursor, fixture->arena, &count)
			    : navigation_references(fixture->tree, cursor, fixture->arena, &count);
	for (size_t i = 0; i < fixture->mark_count; i++) {
		struct fixture_mark *mark = &fixture->marks[i];
		bool definition = string_is(mark->text, "definition");
		if (!definition && (definitions || !string_is(mark->text, "use"))) {
			continue;
		}
		bool found = false;
		for (size_t j = 0; j < count; j++) {
			found = found || (places[j].range.start == mark->range.start &&
						 places[j].range.end == mark->range.end);
		}
		if (!found) {
			fixture_fail(fixture, mark->line, "not found as a %s",
				definitions ? "definition" : "reference");
		}
	}
	for (size_t j = 0; j < count; j++) {
		bool expected = false;
		for (size_t i = 0; i < fixture->mark_count; i++) {
			expected = expected ||
				   (places[j].range.start == fixture->marks[i].range.start &&
					   places[j].range.end == fixture->marks[i].range.end);
		}
		if (!expected) {
			fixture_fail(fixture, fixture_line(fixture, places[j].range.start),
				"unexpected %s", definitions ? "definition" : "reference");
		}
	}
}

struct string fixture_apply(
	struct arena *arena, struct string text, const struct text_edit *edits, size_t count)
{
	size_t length = text.length;
	for (size_t i = 0; i < count; i++) {
		length += edits[i].text.length;
	}
	char *result = arena_allocate(arena, length + 1, 1);
	size_t done = 0;
	length = 0;
	for (size_t i = 0; i < count; i++) {
		assert(edits[i].range.start >= done && edits[i].range.end >= edits[i].range.start);
		memcpy(result + length, text.bytes + done, edits[i].range.start - done);
		length += edits[i].range.start - done;
		memcpy(result + length, edits[i].text.bytes, edits[i].text.length);
		length += edits[i].text.length;
		done = edits[i].range.end;
	}
	memcpy(result + length, text.bytes + done, text.length - done);
	length += text.length - done;
	return (struct string){result, length};
}

static struct string number(struct arena *arena, size_t value)
{
	return arena_format(arena, "%zu", value);
}

static void check_rename(struct fixture *fixture, const struct fixture_expectation *expectation)
{
	struct arena *arena = fixture->arena;
	uint32_t cursor = fixture->cursors[expectation->cursor];
	struct string name = expectation->words;
	bool refused = string_ends_with(name, " refused");
	if (refused) {
		name = string_slice(name, 0, name.length - 8);
	}
	struct rename rename = rename_edits(fixture->tree, cursor, name, arena);
	if (refused) {
		if (!fixture_contains(rename.error, expectation->text) || rename.count > 0) {
			fixture_fail(fixture, expectation->line, "it is not refused, but: %.*s",
				STRING_ARGUMENTS(rename.error));
		}
		return;
	}
	struct range range;
	if (!string_equal(number(arena, rename.count), expectation->text)) {
		fixture_fail(fixture, expectation->line, "it takes %zu edits %.*s", rename.count,
			STRING_ARGUMENTS(rename.error));
		return;
	}
	if (!rename_prepare(fixture->tree, cursor, &range, arena)) {
		fixture_fail(fixture, expectation->line, "it cannot be prepared");
		return;
	}
	struct string old = string_slice(fixture->text, range.start, range.end);
	struct string text = fixture_apply(arena, fixture->text, rename.edits, rename.count);
	struct syntax_tree *tree = syntax_tree_create(text);
	uint32_t place = rename.edits[0].range.start;
	struct rename back = rename_edits(tree, place, old, arena);
	if (!string_equal(fixture_apply(arena, text, back.edits, back.count), fixture->text)) {
		fixture_fail(fixture, expectation->line, "renaming back is something else:\n%.*s",
			STRING_ARGUMENTS(text));
	}
	syntax_tree_release(tree);
}

void check_navigation(struct fixture *fixture)
{
	bool marked = false;
	for (size_t i = 0; i < fixture->mark_count; i++) {
		marked = marked || string_is(fixture->marks[i].text, "definition") ||
			 string_is(fixture->marks[i].text, "use");
	}
	if (marked && fixture->cursor_count > 0) {
		check_places(fixture, true);
		check_places(fixture, false);
	}
	for (size_t i = 0; i < fixture->expectation_count; i++) {
		if (string_is(fixture->expectations[i].feature, "rename")) {
			check_rename(fixture, &fixture->expectations[i]);
		}
	}
}
