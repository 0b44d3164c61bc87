/* Text in the form that compilers made customary; on a terminal with colours and the line it is
 * about. */
#include "cli/print/console.h"
#include "cli/report/report.h"

#include <stdio.h>

static const char *colour_of(enum ide_severity severity)
{
	switch (severity) {
	case IDE_ERROR:
		return "\033[1;31m";
	case IDE_WARNING:
		return "\033[1;33m";
	case IDE_INFORMATION:
		return "\033[1;34m";
	case IDE_HINT:
		break;
	}
	return "\033[1;36m";
}

static void colour(const struct report *report, const char *sequence)
{
	if (report->has_colours)
		fputs(sequence, stdout);
}

static void print_place(const struct report_place *place)
{
	console_print(stdout, "%.*s:%u:%u: ", STRING_ARGUMENTS(place->path), place->start.line + 1,
		place->start.character + 1);
}

/* Part of the line in front of a character, and from there to another. */
static struct string part(struct string line, uint32_t start, uint32_t end)
{
	return string_slice(line, position_skip_units(line, start, POSITION_UTF32),
		position_skip_units(line, end, POSITION_UTF32));
}

/* The line, and carets under what the finding is about. */
static void print_excerpt(const struct report *report, const struct finding *finding)
{
	const struct report_place *place = &finding->place;
	const struct report_excerpt *excerpt = &finding->excerpt;
	uint32_t first = place->start.character - excerpt->left_out;
	uint32_t last = place->end.line == place->start.line
				? place->end.character - excerpt->left_out
				: UINT32_MAX;

	if (!report->has_colours || excerpt->text.length == 0)
		return;
	unsigned width = console_width(part(excerpt->text, first, last));
	const char *before = excerpt->left_out > 0 ? "…" : "";

	console_line(stdout, "%6u | %s%.*s%s", place->start.line + 1, before,
		STRING_ARGUMENTS(excerpt->text), excerpt->is_cut ? "…" : "");
	printf("       | %*s",
		(int)(console_width(part(excerpt->text, 0, first)) + (excerpt->left_out > 0)), "");
	colour(report, colour_of(finding->severity));
	do
		putchar('^');
	while (width-- > 1);
	colour(report, "\033[0m");
	putchar('\n');
}

static void print_finding(const struct report *report, const struct finding *finding)
{
	colour(report, "\033[1m");
	print_place(&finding->place);
	colour(report, colour_of(finding->severity));
	printf("%s: ", report_severity_name(finding->severity));
	colour(report, "\033[0m");
	console_line(stdout, "%.*s [%.*s]", STRING_ARGUMENTS(finding->message),
		STRING_ARGUMENTS(finding->code));
	print_excerpt(report, finding);
	for (size_t i = 0; i < finding->related_count; i++) {
		fputs("  ", stdout);
		print_place(&finding->related[i].place);
		console_line(stdout, "%.*s", STRING_ARGUMENTS(finding->related[i].message));
	}
}

void report_print_text(const struct report *report)
{
	for (size_t i = 0; i < report->file_count; i++)
		for (size_t j = 0; j < report->files[i].count; j++)
			print_finding(report, &report->files[i].findings[j]);
}
