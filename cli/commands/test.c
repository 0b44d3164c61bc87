/* vtosca test DIR…: runs variability tests. */
#include "analyzer/variability/resolution/variability_test_run.h"
#include "cli/commands/commands.h"
#include "cli/files/disk_files.h"
#include "cli/print/console.h"

#include <stdio.h>

struct test_run {
	struct arena *folders;
	bool verbose;
	size_t passed;
	size_t failed;
};

static void print_failures(const struct variability_test_result *result)
{
	enum {
		LIMIT = 20
	};

	for (size_t i = 0; i < result->failure_count && i < LIMIT; i++)
		console_line(stdout, "    %.*s", STRING_ARGUMENTS(result->failures[i].text));
	if (result->failure_count > LIMIT)
		puts("    and more");
}

static void run_one(struct test_run *run, const struct variability_test *test)
{
	struct arena *arena = arena_create();
	struct variability_test_result result =
		variability_test_run(arena, &disk_files, test, NULL);
	bool passes = result.failure_count == 0;

	if (passes)
		run->passed++;
	else
		run->failed++;
	if (!passes || run->verbose)
		console_line(stdout, "%s %.*s", passes ? "ok    " : "FAILED",
			STRING_ARGUMENTS(test->folder));
	print_failures(&result);
	arena_destroy(arena);
}

/* A folder is a test, or holds a template and its `tests`, or holds folders. */
static void run_folder(struct test_run *run, struct string folder)
{
	struct string tests = disk_path_join(run->folders, folder, STRING("tests"));
	const struct file_entry *entries;
	struct variability_test test;
	size_t count;

	if (variability_test_read(run->folders, &disk_files, folder, &test)) {
		run_one(run, &test);
		return;
	}
	if (disk_folder_exists(run->folders, tests))
		folder = tests;
	entries = disk_files.list(NULL, folder, run->folders, &count);
	for (size_t i = 0; i < count; i++)
		if (entries[i].is_folder && entries[i].name.bytes[0] != '.' &&
			!string_ends_with(entries[i].name, "---disabled"))
			run_folder(run, disk_path_join(run->folders, folder, entries[i].name));
}

static bool are_folders(const struct arguments *arguments)
{
	const struct argument_list *folders = &arguments->operands;

	for (size_t i = 0; i < folders->count; i++) {
		if (!disk_folder_exists(arguments->arena, string_from(folders->items[i]))) {
			arguments_refuse(arguments, "there is no folder \"%s\"", folders->items[i]);
			return false;
		}
	}
	return true;
}

int run_test(const struct arguments *arguments)
{
	struct test_run run = {
		.folders = arguments->arena, .verbose = arguments_has(arguments, OPTION_VERBOSE)};

	if (!are_folders(arguments))
		return EXIT_CODE_USAGE;
	for (size_t i = 0; i < arguments->operands.count; i++)
		run_folder(&run, string_from(arguments->operands.items[i]));
	if (run.passed + run.failed == 0)
		return arguments_refuse(arguments, "there are no tests");
	printf("%zu passed, %zu failed\n", run.passed, run.failed);
	return run.failed > 0 ? EXIT_CODE_PROBLEM : EXIT_CODE_OK;
}
