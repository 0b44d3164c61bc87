/* vtosca test PATH…: runs variability tests. */
#include "analyzer/variability/resolution/variability_test_run.h"
#include "cli/commands/commands.h"
#include "cli/files/cached_files.h"
#include "cli/files/disk_files.h"
#include "cli/files/output_file.h"
#include "cli/report/test_report.h"

struct test_run {
	const struct arguments *arguments;
	struct test_report report;
	size_t capacity;
	int code;
};

static void add(struct test_run *run, struct tested tested)
{
	struct test_report *report = &run->report;

	report->items = arena_reserve(run->arguments->arena, report->items, report->count,
		&run->capacity, sizeof(*report->items));
	report->items[report->count++] = tested;
}

/* What resolving gives becomes what is expected. A test that expects an error stays as it is. */
static bool record(struct test_run *run, const struct variability_test *test,
	const struct variability_test_result *result)
{
	struct arena *arena = run->arguments->arena;

	if (result->failure_count == 0 || !result->resolved.bytes || test->error.bytes)
		return false;
	struct string path = variability_test_expected(arena, &disk_files, test);
	if (output_file_write(
		    run->arguments, arena_copy(arena, path).bytes, result->resolved, NULL))
		return true;
	run->code = EXIT_CODE_USAGE;
	return false;
}

static void run_one(struct test_run *run, const struct variability_test *test)
{
	struct arena *arena = arena_create();
	struct variability_test_result result =
		variability_test_run(arena, &disk_files, test, NULL);
	struct tested tested = {.folder = test->folder, .failure_count = result.failure_count};
	struct cached_files *cache;

	if (arguments_has(run->arguments, OPTION_UPDATE) && record(run, test, &result)) {
		tested.is_recorded = true;
		tested.failure_count = 0;
	}
	struct test_failure *failures =
		arena_allocate(run->arguments->arena, tested.failure_count, sizeof(*failures));
	cache = cached_files_create();
	for (size_t i = 0; i < tested.failure_count; i++)
		failures[i] = test_failure_of(
			run->arguments->arena, &result.failures[i], cached_files_get(cache));
	cached_files_destroy(cache);
	tested.failures = failures;
	add(run, tested);
	arena_destroy(arena);
}

/* A folder is a test, or holds a template and its `tests`, or holds folders. */
static void run_folder(struct test_run *run, struct string folder)
{
	struct arena *arena = run->arguments->arena;
	struct string tests = disk_path_join(arena, folder, STRING("tests"));
	const struct file_entry *entries;
	struct variability_test test;
	size_t count;

	if (variability_test_read(arena, &disk_files, folder, &test)) {
		run_one(run, &test);
		return;
	}
	if (disk_folder_exists(arena, tests))
		folder = tests;
	entries = disk_files.list(NULL, folder, arena, &count);
	for (size_t i = 0; i < count; i++)
		if (entries[i].is_folder && entries[i].name.bytes[0] != '.' &&
			!string_ends_with(entries[i].name, "---disabled"))
			run_folder(run, disk_path_join(arena, folder, entries[i].name));
}

/* A file is one of a test, or the template that tests beside it are about. */
static void run_file(struct test_run *run, struct string file)
{
	struct arena *arena = run->arguments->arena;
	struct variability_test test;
	size_t count;

	if (variability_test_of_file(arena, &disk_files, file, &test)) {
		run_one(run, &test);
		return;
	}
	const struct variability_test *tests =
		variability_tests_beside(arena, &disk_files, file, &count);

	for (size_t i = 0; i < count; i++)
		run_one(run, &tests[i]);
	if (count == 0)
		run->code =
			arguments_refuse(run->arguments, "no test in \"%.*s\" is about \"%.*s\"",
				STRING_ARGUMENTS(files_beside(arena, file, STRING("tests"))),
				STRING_ARGUMENTS(file));
}

static void run_operand(struct test_run *run, const char *word)
{
	struct arena *arena = run->arguments->arena;
	struct string operand = string_from(word);
	size_t before = run->report.count;

	if (disk_folder_exists(arena, operand)) {
		run_folder(run, operand);
		if (run->report.count == before)
			run->code = arguments_refuse(
				run->arguments, "there are no tests in \"%s\"", word);
	} else if (disk_file_exists(arena, operand)) {
		run_file(run, operand);
	} else if (strcmp(word, "-") == 0) {
		run->code = arguments_refuse(run->arguments,
			"a test is a folder of files, and cannot be read from standard input");
	} else {
		run->code = arguments_refuse(
			run->arguments, "\"%s\" %s", word, disk_file_fault(operand));
	}
}

int run_test(const struct arguments *arguments)
{
	static void (*const printers[])(const struct test_report *report) = {test_report_print_text,
		test_report_print_junit, test_report_print_tap, test_report_print_json};
	struct test_run run = {.arguments = arguments,
		.report.is_verbose = arguments_has(arguments, OPTION_VERBOSE)};

	for (size_t i = 0; i < arguments->operands.count; i++)
		run_operand(&run, arguments->operands.items[i]);
	if (run.report.count == 0)
		return run.code;
	printers[arguments_choice(arguments, OPTION_FORMAT)](&run.report);
	if (run.code == EXIT_CODE_OK && test_report_failed(&run.report) > 0)
		run.code = EXIT_CODE_PROBLEM;
	return run.code;
}
