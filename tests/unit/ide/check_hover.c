/* `# hover: text` — the answer contains the text; `nothing`: there is none; `excludes`: it
 * does not contain it; `on`: the range of the answer reads so. `golden hover` compares all
 * of them with the file beside. */
#include "analyzer/ide/hover/hover.h"
#include "tests/unit/ide/fixture.h"

static void check_expectation(
	struct fixture *fixture, const struct fixture_expectation *expectation)
{
	struct hover hover = hover_at(fixture->tree, fixture->analysis,
		fixture->cursors[expectation->cursor], fixture->arena);
	if (string_is(expectation->words, "nothing")) {
		if (hover.markdown.length > 0) {
			fixture_fail(fixture, expectation->line, "the hover is:\n%.*s",
				STRING_ARGUMENTS(hover.markdown));
		}
		return;
	}
	if (string_is(expectation->words, "on")) {
		struct string on = string_slice(fixture->text, hover.range.start, hover.range.end);
		if (!string_equal(on, expectation->text)) {
			fixture_fail(fixture, expectation->line, "the hover is on \"%.*s\"",
				STRING_ARGUMENTS(on));
		}
		return;
	}
	bool excluded = string_is(expectation->words, "excludes");
	if (fixture_contains(hover.markdown, expectation->text) == excluded) {
		fixture_fail(fixture, expectation->line, "the hover is:\n%.*s",
			STRING_ARGUMENTS(hover.markdown));
	}
}

void check_hover(struct fixture *fixture)
{
	for (size_t i = 0; i < fixture->expectation_count; i++) {
		const struct fixture_expectation *expectation = &fixture->expectations[i];
		if (string_is(expectation->feature, "hover"))
			check_expectation(fixture, expectation);
		if (!string_is(expectation->feature, "golden") ||
			!string_is(expectation->text, "hover"))
			continue;
		struct string all = {"", 0};
		for (uint32_t cursor = 0; cursor < fixture->cursor_count; cursor++) {
			uint32_t offset = fixture->cursors[cursor];
			struct hover hover =
				hover_at(fixture->tree, fixture->analysis, offset, fixture->arena);
			all = arena_format(fixture->arena, "%.*s<!-- line %u: `%.*s` -->\n%.*s\n\n",
				STRING_ARGUMENTS(all), fixture_line(fixture, offset),
				STRING_ARGUMENTS(string_slice(
					fixture->text, hover.range.start, hover.range.end)),
				STRING_ARGUMENTS(hover.markdown));
		}
		fixture_compare_golden(fixture, "hover.md", all);
	}
}
