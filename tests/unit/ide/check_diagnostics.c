/* `^^^ error code`, `^^^ hint code: message` — a diagnostic is there, with this range (its
 * part in the line), and a message that contains the text. `[dev, prod]` at the end: it
 * holds under these variants alone. Diagnostics that no mark expects fail, in files that
 * have marks and in the folder `diagnostics`, but for files that no template here has. */
#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/ide/publication/told_once.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/space/space_report.h"
#include "tests/unit/ide/fixture.h"

#include <string.h>

static const char *severity_name(enum ide_severity severity)
{
	static const char *const names[] = {"", "error", "warning", "information", "hint"};
	return names[severity];
}

static struct string line_part(const struct fixture *fixture, struct range *range)
{
	const char *newline = memchr(
		fixture->text.bytes + range->start, '\n', fixture->text.length - range->start);
	uint32_t end = newline ? (uint32_t)(newline - fixture->text.bytes)
			       : (uint32_t)fixture->text.length;
	if (range->end > end)
		range->end = end;
	return string_slice(fixture->text, range->start, range->end);
}

static struct string print(const struct ide_diagnostic *diagnostic, struct arena *arena)
{
	return arena_format(arena, "%s %.*s: %.*s", severity_name(diagnostic->severity),
		STRING_ARGUMENTS(diagnostic->code), STRING_ARGUMENTS(diagnostic->message));
}

/* The mark says "severity code" or "severity code: part of the message [variants]". */
static bool meets(const struct fixture_mark *mark, struct string printed)
{
	const char *colon =
		mark->text.length ? memchr(mark->text.bytes, ':', mark->text.length) : NULL;
	size_t length = colon ? (size_t)(colon - mark->text.bytes) : mark->text.length;
	struct string head = string_slice(mark->text, 0, length);
	if (printed.length < length || memcmp(printed.bytes, head.bytes, length) != 0 ||
		printed.bytes[length] != ':')
		return false;
	if (!colon)
		return true;
	struct string rest = string_slice(mark->text, length + 1, mark->text.length);
	while (rest.length > 0 && rest.bytes[0] == ' ')
		rest = string_slice(rest, 1, rest.length);
	return fixture_contains(printed, rest);
}

static bool is_mine(const struct fixture_mark *mark)
{
	return string_starts_with(mark->text, "error ") ||
	       string_starts_with(mark->text, "warning ") ||
	       string_starts_with(mark->text, "hint ") ||
	       string_starts_with(mark->text, "information ");
}

/* Templates here are about something else than the scripts that they name, and that nobody wrote.
 */
static bool goes_without_saying(const struct ide_diagnostic *diagnostic)
{
	return string_is(diagnostic->code, "missing-artifact") &&
	       diagnostic->severity == IDE_INFORMATION;
}

void check_diagnostics(struct fixture *fixture)
{
	bool marked = false;
	for (size_t i = 0; i < fixture->mark_count; i++)
		marked = marked || is_mine(&fixture->marks[i]);
	if (!fixture->complete && !marked)
		return;
	struct string assignments = fixture_setting(fixture, "assignments");
	struct space_report *report =
		assignments.length > 0 ? space_report_create(fixture->analysis, NULL, NULL) : NULL;
	struct ide_diagnostics diagnostics = diagnostics_collect_all(fixture->analysis, NULL,
		report ? space_report_diagnostics(report) : NULL,
		string_is(assignments, "all, tested"), fixture_setting(fixture, "active"),
		fixture->arena);
	space_report_release(report);
	if (string_is(fixture_setting(fixture, "told"), "once"))
		diagnostics =
			told_once(analysis_tree(fixture->analysis), diagnostics, fixture->arena);
	for (size_t i = 0; i < diagnostics.count; i++) {
		const struct ide_diagnostic *diagnostic = &diagnostics.items[i];
		struct range range = diagnostic->range;
		struct string part = line_part(fixture, &range);
		struct string printed = print(diagnostic, fixture->arena);
		bool expected = false;
		for (size_t j = 0; j < fixture->mark_count && !expected; j++) {
			struct fixture_mark *mark = &fixture->marks[j];
			expected = !mark->met && mark->range.start == range.start &&
				   mark->range.end == range.end && meets(mark, printed);
			mark->met = mark->met || expected;
		}
		if (!expected && !goes_without_saying(diagnostic)) {
			fixture_fail(fixture, fixture_line(fixture, range.start),
				"unexpected at \"%.*s\": %.*s", STRING_ARGUMENTS(part),
				STRING_ARGUMENTS(printed));
		}
	}
	for (size_t i = 0; i < fixture->mark_count; i++) {
		const struct fixture_mark *mark = &fixture->marks[i];
		if (is_mine(mark) && !mark->met) {
			fixture_fail(fixture, mark->line, "missing at \"%.*s\": %.*s",
				STRING_ARGUMENTS(string_slice(
					fixture->text, mark->range.start, mark->range.end)),
				STRING_ARGUMENTS(mark->text));
		}
	}
}
