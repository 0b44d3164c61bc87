/* What is found after an edit, with what was known before it, is what is found anew. */
#include "analyzer/ide/diagnostics/diagnostics.h"
#include "tests/unit/ide/fixture.h"

/* The smallest edit that makes one text of the other. */
static struct text_edit edit_between(struct string before, struct string after)
{
	size_t start = 0;
	size_t end = 0;
	size_t shorter = before.length < after.length ? before.length : after.length;
	while (start < shorter && before.bytes[start] == after.bytes[start])
		start++;
	while (end < shorter - start &&
		before.bytes[before.length - 1 - end] == after.bytes[after.length - 1 - end])
		end++;
	return (struct text_edit){
		.range = {(uint32_t)start, (uint32_t)(before.length - end)},
		.text = string_slice(after, start, after.length - end),
	};
}

static struct analysis *analyse(const struct fixture *fixture, const struct syntax_tree *tree,
	const struct analysis *previous)
{
	struct analysis_request request = {.tree = tree,
		.path = fixture->path,
		.files = &fixture_files,
		.previous = previous,
		.files_are_same = previous != NULL};
	return analysis_create(&request);
}

static struct string print(const struct analysis *analysis, struct arena *arena)
{
	struct ide_diagnostics found = diagnostics_collect(analysis, STRING(""), arena);
	struct string text = STRING("");
	for (size_t i = 0; i < found.count; i++) {
		const struct ide_diagnostic *item = &found.items[i];
		text = arena_format(arena, "%.*s%u-%u %.*s: %.*s\n", STRING_ARGUMENTS(text),
			item->range.start, item->range.end, STRING_ARGUMENTS(item->code),
			STRING_ARGUMENTS(item->message));
	}
	return text;
}

void check_edit(struct fixture *fixture, struct string after)
{
	struct text_edit edit = edit_between(fixture->text, after);
	struct syntax_tree *tree = syntax_tree_edit(fixture->tree, edit);
	struct analysis *kept = analyse(fixture, tree, fixture->analysis);
	struct analysis *fresh = analyse(fixture, tree, NULL);
	struct string found = print(kept, fixture->arena);
	struct string expected = print(fresh, fixture->arena);
	if (!string_equal(found, expected)) {
		fixture_fail(fixture, fixture_line(fixture, edit.range.start),
			"after an edit:\n%.*sanew:\n%.*sof:\n%.*s\nbefore:\n%.*s",
			STRING_ARGUMENTS(found), STRING_ARGUMENTS(expected),
			STRING_ARGUMENTS(after), STRING_ARGUMENTS(fixture->text));
	}
	analysis_release(kept);
	analysis_release(fresh);
	syntax_tree_release(tree);
}
