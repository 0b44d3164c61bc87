/* vtosca check FILE…: every diagnostic that an editor would show, of files, folders and archives.
 */
#include "cli/checking/baseline.h"
#include "cli/checking/check_run.h"
#include "cli/commands/commands.h"
#include "cli/files/watch.h"
#include "cli/print/console.h"
#include "cli/process/sandbox.h"

#include <stdlib.h>

static void (*const printers[])(const struct report *report) = {report_print_text,
	report_print_json, report_print_sarif, report_print_junit, report_print_github,
	report_print_gitlab};

struct check {
	const struct arguments *arguments;
	struct report report;
	struct report_problem *problems; /* those of the report */
	struct baseline baseline;
	size_t silenced;
	int code;
};

static void add_problem(struct check *check, struct string path, struct string message)
{
	check->problems[check->report.problem_count++] = (struct report_problem){path, message};
}

static void add_files(struct check *check, const struct check_targets *targets,
	const struct checked_target *checked)
{
	struct arena *arena = check->arguments->arena;
	size_t count = targets->count;
	struct report_file *files;
	size_t capacity = 0;

	for (size_t i = 0; i < count; i++)
		capacity += checked[i].count;
	files = arena_allocate(arena, capacity, sizeof(*files));
	check->report.files = files;
	check->problems = arena_allocate(
		arena, count + check->arguments->operands.count + 1, sizeof(*check->problems));
	check->report.problems = check->problems;
	for (size_t i = 0; i < count; i++) {
		if (checked[i].code != EXIT_CODE_OK)
			add_problem(check, targets->items[i].path, checked[i].problem);
		console_text(stderr, checked[i].messages);
		if (check->code < checked[i].code)
			check->code = checked[i].code;
		check->silenced += checked[i].silenced;
		for (size_t k = 0; k < checked[i].count; k++)
			files[check->report.file_count++] =
				baseline_apply(&check->baseline, checked[i].files[k]);
	}
}

/* ---- the last line ---- */

static void print_count(size_t count, const char *one, const char *several)
{
	fprintf(stderr, "%zu %s", count, count == 1 ? one : several);
}

static void print_summary(const struct check *check)
{
	fflush(stdout);
	if (check->report.file_count == 0 && check->report.problem_count > 0) {
		fputs("nothing was checked\n", stderr);
		return;
	}
	print_count(report_count(&check->report, IDE_ERROR), "error", "errors");
	fputs(", ", stderr);
	print_count(report_count(&check->report, IDE_WARNING), "warning", "warnings");
	fputs(" in ", stderr);
	print_count(check->report.file_count, "file", "files");
	if (check->report.problem_count > 0)
		fprintf(stderr, ", %zu could not be checked", check->report.problem_count);
	if (check->silenced > 0)
		fprintf(stderr, ", %zu silenced by comments", check->silenced);
	if (check->baseline.left_out > 0)
		fprintf(stderr, ", %zu left out by the baseline", check->baseline.left_out);
	fputc('\n', stderr);
}

static bool fails(const struct report *report)
{
	for (size_t i = 0; i < report->file_count; i++)
		for (size_t k = 0; k < report->files[i].count; k++)
			if (report->files[i].findings[k].fails)
				return true;
	return false;
}

/* ---- one round ---- */

static int report(struct check *check)
{
	if (arguments_has(check->arguments, OPTION_UPDATE_BASELINE)) {
		if (check->code != EXIT_CODE_OK)
			return arguments_refuse(check->arguments,
				"nothing is recorded, since not all could be checked");
		if (!baseline_write(&check->baseline, &check->report))
			return EXIT_CODE_USAGE;
		fprintf(stderr, "recorded: ");
		print_summary(check);
		return check->code;
	}
	printers[arguments_choice(check->arguments, OPTION_FORMAT)](&check->report);
	print_summary(check);
	if (check->code == EXIT_CODE_OK && fails(&check->report))
		check->code = EXIT_CODE_PROBLEM;
	return check->code;
}

static bool lacks_variants(
	const struct check_targets *targets, const struct checked_target *checked)
{
	bool has_some = false, lacks_some = false;

	for (size_t i = 0; i < targets->count; i++) {
		has_some |= checked[i].has_variant;
		lacks_some |= checked[i].lacks_variant;
	}
	return lacks_some && !has_some;
}

/* Whether an operand led to something that was checked, or that failed by itself. */
static bool was_found(
	const struct check_targets *targets, const struct checked_target *checked, size_t operand)
{
	for (size_t i = 0; i < targets->count; i++)
		if (targets->items[i].operand == operand &&
			(checked[i].count > 0 || checked[i].code != EXIT_CODE_OK))
			return true;
	return false;
}

static void refuse(struct check *check, const char *operand, struct string problem)
{
	check->code = arguments_refuse(check->arguments, "%.*s", STRING_ARGUMENTS(problem));
	add_problem(check, string_from(operand), problem);
}

/* What is asked for and is nowhere is a wrong question. */
static void refuse_nothing(struct check *check, const struct check_targets *targets,
	const struct checked_target *checked)
{
	const struct argument_list *operands = &check->arguments->operands;
	struct arena *arena = check->arguments->arena;

	if (arguments_has(check->arguments, OPTION_ONLY_TOSCA))
		return;
	for (size_t i = 0; i < operands->count; i++)
		if (!was_found(targets, checked, i))
			refuse(check, operands->items[i],
				arena_format(arena, "there are no TOSCA files in \"%s\"",
					operands->items[i]));
	if (check->code == EXIT_CODE_OK && lacks_variants(targets, checked))
		refuse(check, operands->items[0],
			arena_format(arena, "no file has the variant \"%s\"",
				arguments_has(check->arguments, OPTION_VARIANT)
					? arguments_value(check->arguments, OPTION_VARIANT)
					: arguments_value(check->arguments, OPTION_PRESET)));
}

static bool has_colours(const struct arguments *arguments)
{
	switch (arguments_choice(arguments, OPTION_COLOR)) {
	case 0:
		return console_has_colours(stdout);
	default:
		return arguments_choice(arguments, OPTION_COLOR) == 1;
	}
}

static int check_once(const struct arguments *arguments, struct check_targets *targets)
{
	struct check check = {.arguments = arguments, .report.has_colours = has_colours(arguments)};
	struct check_request request;

	if (!check_request_read(&request, arguments) || !baseline_read(&check.baseline, arguments))
		return EXIT_CODE_USAGE;
	request.counts_all = check.baseline.path.length > 0;
	struct checked_target *checked = check_run(&request, targets);
	add_files(&check, targets, checked);
	refuse_nothing(&check, targets, checked);
	int code = report(&check);
	for (size_t i = 0; i < targets->count; i++)
		checked_target_finish(&checked[i]);
	return code;
}

/* ---- again and again ---- */

/* Each round has an arena of its own. */
static int check_round(const struct arguments *arguments)
{
	struct arguments own = *arguments;
	struct check_targets targets;

	own.arena = arena_create();
	int code = check_targets_collect(&targets, &own) ? check_once(&own, &targets)
							 : EXIT_CODE_USAGE;
	arena_destroy(own.arena);
	return code;
}

static void check_forever(const struct arguments *arguments)
{
	uint64_t state = watch_state(&arguments->operands);

	for (;;) {
		check_round(arguments);
		fputs("waiting for changes\n", stderr);
		fflush(NULL);
		state = watch_wait(&arguments->operands, state);
	}
}

static bool is_number(const char *word)
{
	return word[0] >= '1' && word[0] <= '9' && strspn(word, "0123456789") == strlen(word);
}

int run_check(const struct arguments *arguments)
{
	const char *jobs = arguments_value(arguments, OPTION_JOBS);

	if (jobs && !is_number(jobs))
		return arguments_refuse(
			arguments, "--jobs is \"%s\" but must be a number from 1 on", jobs);
	if (!arguments_has(arguments, OPTION_NO_SANDBOX))
		sandbox_enter(arguments_has(arguments, OPTION_UPDATE_BASELINE));
	if (arguments_has(arguments, OPTION_WATCH))
		check_forever(arguments);
	return check_round(arguments);
}
