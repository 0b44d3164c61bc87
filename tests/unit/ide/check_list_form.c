/* Without marks: a template has the same problems in both notations of Variability4TOSCA. */
#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/language/diagnostics/diagnostic_codes.h"
#include "tests/unit/ide/fixture.h"
#include "tests/unit/ide/list_form.h"

#include <stdlib.h>
#include <string.h>

static int compare_lines(const void *a, const void *b)
{
	return string_compare(*(const struct string *)a, *(const struct string *)b);
}

/* In the order of the alphabet, a line for each problem. */
static struct string problems_of(const struct fixture *fixture, struct arena *arena)
{
	struct ide_diagnostics found =
		diagnostics_collect(fixture->analysis, fixture_setting(fixture, "active"), arena);
	struct string *lines = arena_allocate(arena, found.count + 1, sizeof(*lines));
	size_t count = 0;
	for (size_t i = 0; i < found.count; i++) {
		const struct ide_diagnostic *problem = &found.items[i];
		if (problem->severity <= IDE_WARNING) {
			lines[count++] =
				arena_format(arena, "%.*s: %.*s\n", STRING_ARGUMENTS(problem->code),
					STRING_ARGUMENTS(problem->message));
		}
	}
	if (count > 1)
		qsort(lines, count, sizeof(*lines), compare_lines);
	struct string text = STRING("");
	for (size_t i = 0; i < count; i++) {
		text = arena_format(
			arena, "%.*s%.*s", STRING_ARGUMENTS(text), STRING_ARGUMENTS(lines[i]));
	}
	return text;
}

static struct string problems_of_text(const struct fixture *fixture, struct string text)
{
	struct fixture *copy =
		fixture_open_text(arena_copy(fixture->arena, fixture->path).bytes, text);
	struct string problems = problems_of(copy, fixture->arena);
	fixture_close(copy);
	return problems;
}

/* What is about properties in maps, or means another thing in a list. */
static bool is_about_maps(struct string problems)
{
	return fixture_contains(problems, STRING("null-property")) ||
	       fixture_contains(problems, STRING("unwrapped-property"));
}

void check_list_form(struct fixture *fixture)
{
	size_t errors;
	syntax_tree_errors(fixture->tree, fixture->arena, &errors);
	if (!fixture->complete || errors > 0)
		return;
	struct string maps = map_form(fixture->tree, fixture->arena);
	struct string lists = list_form(fixture->tree, fixture->arena);
	struct string expected = problems_of_text(fixture, maps);
	struct string found = problems_of_text(fixture, lists);
	if (!string_equal(expected, found) && !is_about_maps(expected)) {
		fixture_fail(fixture, 1, "problems with maps:\n%.*swith lists:\n%.*sof:\n%.*s",
			STRING_ARGUMENTS(expected), STRING_ARGUMENTS(found),
			STRING_ARGUMENTS(lists));
	}
}
