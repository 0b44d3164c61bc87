/* vtosca test DIR…: runs variability tests. */
#include "analyzer/variability/resolution/variability_test_run.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/command.h"
#include "cli/files/disk_files.h"

#include <stdio.h>

enum {
	OPTION_VERBOSE,
};

static const struct option options[] = {
	[OPTION_VERBOSE] = {"verbose", 'v', false},
	{0},
};

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
		printf("    %.*s\n", STRING_ARGUMENTS(result->failures[i].text));
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
		printf("%s %.*s\n", passes ? "ok    " : "FAILED", STRING_ARGUMENTS(test->folder));
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

/* Options count wherever they stand, so the folders are collected first. */
static int read_folders(
	struct test_run *run, struct arguments *arguments, struct string *folders, size_t *count)
{
	const char *value;

	for (;;) {
		switch (arguments_next(arguments, options, &value)) {
		case ARGUMENT_END:
			return *count > 0 ? EXIT_CODE_OK : command_usage_error("test");
		case ARGUMENT_OPERAND:
			folders[*count] = string_from(value);
			if (!disk_folder_exists(run->folders, folders[(*count)++])) {
				fprintf(stderr, "vtosca test: there is no folder \"%s\"\n", value);
				return EXIT_CODE_USAGE;
			}
			break;
		case OPTION_VERBOSE:
			run->verbose = true;
			break;
		default:
			return command_usage_error("test");
		}
	}
}

static int run_folders(struct test_run *run, struct arguments *arguments)
{
	struct string *folders =
		arena_allocate(run->folders, (size_t)arguments->count, sizeof(*folders));
	size_t count = 0;
	int code = read_folders(run, arguments, folders, &count);

	if (code != EXIT_CODE_OK)
		return code;
	for (size_t i = 0; i < count; i++)
		run_folder(run, folders[i]);
	if (run->passed + run->failed == 0) {
		fputs("vtosca test: there are no tests\n", stderr);
		return EXIT_CODE_USAGE;
	}
	printf("%zu passed, %zu failed\n", run->passed, run->failed);
	return run->failed > 0 ? EXIT_CODE_PROBLEM : EXIT_CODE_OK;
}

int run_test(struct arguments *arguments)
{
	struct test_run run = {.folders = arena_create()};
	int code = run_folders(&run, arguments);

	arena_destroy(run.folders);
	return code;
}
