/* `^^^ definition` and `^^^ use` mark where the name at the first cursor is declared and
 * used in the file. `# definition: LINE`, `# declaration: …`, `# type definition: …` and
 * `# references: …` list places that the cursor leads to: lines of the file, `FILE LINE` in
 * others, `normative NAME` in the language, or `nothing`. `# rename name: 3` renames what is at
 * the cursor: so many edits in this and the imported files, and renaming back gives the texts
 * before; `# rename name refused: reason`; `# rename: name` says what would be renamed. */
#include "analyzer/ide/names/navigation.h"
#include "analyzer/ide/text/markdown.h"
#include "tests/unit/ide/fixture.h"
#include "tests/unit/ide/workspace.h"

#include <stdlib.h>
#include <string.h>

/* ---- places ---- */

static int compare_words(const void *left, const void *right)
{
	return string_compare(*(const struct string *)left, *(const struct string *)right);
}

static struct string place_text(
	const struct workspace *workspace, const struct place_of_name *place)
{
	struct arena *arena = workspace->arena;
	size_t folder = place->path.length;
	while (folder > 0 && place->path.bytes[folder - 1] != '/')
		folder--;
	struct string name = string_slice(place->path, folder, place->path.length);
	uint32_t line = syntax_tree_position(place->tree, place->range.start, POSITION_UTF8).line;
	if (place->is_normative) {
		struct string text = syntax_tree_text(place->tree, place->range, arena);
		return arena_format(arena, "normative %.*s", STRING_ARGUMENTS(text));
	}
	return string_equal(place->path, workspace->items[0].path)
		       ? arena_format(arena, "%4u", line + 1)
		       : arena_format(arena, "%.*s %u", STRING_ARGUMENTS(name), line + 1);
}

static struct string places_text(const struct workspace *workspace,
	const struct place_of_name *places, size_t count, struct fixture *fixture)
{
	struct string *words = arena_allocate(fixture->arena, count + 1, sizeof(*words));
	struct markdown text = markdown_in(fixture->arena);
	for (size_t i = 0; i < count; i++)
		words[i] = place_text(workspace, &places[i]);
	qsort(words, count, sizeof(*words), compare_words);
	for (size_t i = 0; i < count; i++) {
		while (words[i].bytes[0] == ' ')
			words[i] = string_slice(words[i], 1, words[i].length);
		markdown_add(&text, "%s%.*s", i > 0 ? ", " : "", STRING_ARGUMENTS(words[i]));
	}
	return count > 0 ? markdown_text(&text) : STRING("nothing");
}

static void check_targets(struct fixture *fixture, struct workspace *workspace,
	const struct fixture_expectation *expectation)
{
	size_t count = 0;
	struct arena *arena = fixture->arena;
	uint32_t cursor = fixture->cursors[expectation->cursor];
	const struct known_file *file = &workspace->items[0];
	const struct place_of_name *places;
	if (string_is(expectation->feature, "definition")) {
		places = navigation_definitions(file, cursor, arena, &count);
	} else if (string_is(expectation->feature, "declaration")) {
		places = navigation_declarations(file, cursor, arena, &count);
	} else if (string_is(expectation->feature, "type")) {
		places = navigation_type_definitions(file, cursor, arena, &count);
	} else if (string_is(expectation->feature, "references")) {
		struct known_files all = workspace_files(workspace);
		places = navigation_references(file, &all, cursor, arena, &count);
	} else {
		return;
	}
	struct string text = places_text(workspace, places, count, fixture);
	if (!string_equal(text, expectation->text)) {
		fixture_fail(
			fixture, expectation->line, "it leads to: %.*s", STRING_ARGUMENTS(text));
	}
}

static void check_places(struct fixture *fixture, struct workspace *workspace, bool definitions)
{
	size_t count = 0;
	uint32_t cursor = fixture->cursors[0];
	const struct known_file *file = &workspace->items[0];
	const struct place_of_name *places =
		definitions ? navigation_definitions(file, cursor, fixture->arena, &count)
			    : navigation_highlights(file, cursor, fixture->arena, &count);
	for (size_t i = 0; i < fixture->mark_count; i++) {
		struct fixture_mark *mark = &fixture->marks[i];
		bool definition = string_is(mark->text, "definition");
		if (!definition && (definitions || !string_is(mark->text, "use")))
			continue;
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

/* ---- renaming ---- */

/* The cursor's name is in the first file, which has edits before others do. */
static void check_rename_back(struct fixture *fixture, struct workspace *workspace,
	const struct rename *rename, const struct fixture_expectation *expectation)
{
	uint32_t cursor = fixture->cursors[expectation->cursor];
	struct rename_subject subject =
		rename_prepare(&workspace->items[0], cursor, fixture->arena);
	struct workspace *renamed = workspace_rename(workspace, rename);
	struct known_files all = workspace_files(renamed);
	struct rename back = rename_edits(&renamed->items[0], &all,
		rename->edits[0].edit.range.start, subject.name, fixture->arena);
	struct workspace *again = workspace_rename(renamed, &back);
	for (size_t i = 0; i < workspace->count; i++) {
		if (!string_equal(again->texts[i], workspace->texts[i])) {
			fixture_fail(fixture, expectation->line,
				"renaming back is something else: %.*s\n%.*s",
				STRING_ARGUMENTS(back.error), STRING_ARGUMENTS(renamed->texts[i]));
		}
	}
	workspace_close(again);
	workspace_close(renamed);
}

static void check_rename(struct fixture *fixture, struct workspace *workspace,
	const struct fixture_expectation *expectation)
{
	struct arena *arena = fixture->arena;
	uint32_t cursor = fixture->cursors[expectation->cursor];
	struct string name = expectation->words;
	bool refused = string_ends_with(name, " refused");
	if (name.length == 0) {
		struct rename_subject subject = rename_prepare(&workspace->items[0], cursor, arena);
		struct string text = subject.error.length > 0  ? subject.error
				     : subject.name.length > 0 ? subject.name
							       : STRING("nothing");
		if (!string_equal(text, expectation->text)) {
			fixture_fail(fixture, expectation->line, "what would be renamed: %.*s",
				STRING_ARGUMENTS(text));
		}
		return;
	}
	if (refused)
		name = string_slice(name, 0, name.length - 8);
	struct known_files all = workspace_files(workspace);
	struct rename rename = rename_edits(&workspace->items[0], &all, cursor, name, arena);
	if (refused) {
		if (!fixture_contains(rename.error, expectation->text) || rename.count > 0) {
			fixture_fail(fixture, expectation->line, "it is not refused, but: %.*s",
				STRING_ARGUMENTS(rename.error));
		}
	} else if (!string_equal(arena_format(arena, "%zu", rename.count), expectation->text)) {
		fixture_fail(fixture, expectation->line, "it takes %zu edits %.*s", rename.count,
			STRING_ARGUMENTS(rename.error));
	} else {
		check_rename_back(fixture, workspace, &rename, expectation);
	}
}

static bool is_about_navigation(const struct fixture *fixture, bool *has_marks)
{
	static const char *const features[] = {
		"definition", "declaration", "type", "references", "rename"};
	bool asked = false;
	*has_marks = false;
	for (size_t i = 0; i < fixture->mark_count; i++) {
		*has_marks = *has_marks || string_is(fixture->marks[i].text, "definition") ||
			     string_is(fixture->marks[i].text, "use");
	}
	for (size_t i = 0; i < fixture->expectation_count; i++)
		for (size_t j = 0; j < sizeof(features) / sizeof(*features); j++)
			asked = asked || string_is(fixture->expectations[i].feature, features[j]);
	return *has_marks || asked;
}

void check_navigation(struct fixture *fixture)
{
	bool has_marks;
	if (!is_about_navigation(fixture, &has_marks))
		return;
	struct workspace *workspace = workspace_of(fixture);
	if (has_marks && fixture->cursor_count > 0) {
		check_places(fixture, workspace, true);
		check_places(fixture, workspace, false);
	}
	for (size_t i = 0; i < fixture->expectation_count; i++)
		if (string_is(fixture->expectations[i].feature, "rename"))
			check_rename(fixture, workspace, &fixture->expectations[i]);
		else
			check_targets(fixture, workspace, &fixture->expectations[i]);
	workspace_close(workspace);
}
