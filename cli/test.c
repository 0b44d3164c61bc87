/* vtosca test DIR…: runs variability tests. */
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/disk_files.h"
#include "cli/variability_test.h"

#include <stdio.h>
#include <stdlib.h>

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

/* What a test says when it fails is shown behind its name. */
static void run_one(struct test_run *run, struct string folder)
{
	struct arena *arena = arena_create();
	char *text = NULL;
	size_t length;
	FILE *stream = open_memstream(&text, &length);
	bool passes;

	if (!stream) {
		perror("vtosca test");
		exit(EXIT_CODE_USAGE);
	}
	passes = variability_test_passes(arena, folder, stream);
	fclose(stream);
	if (passes)
		run->passed++;
	else
		run->failed++;
	if (!passes || run->verbose)
		printf("%s %.*s\n%s", passes ? "ok    " : "FAILED", STRING_ARGUMENTS(folder), text);
	free(text);
	arena_destroy(arena);
}

/* A folder is a test, or holds a template and its `tests`, or holds folders. */
static void run_folder(struct test_run *run, struct string folder)
{
	struct string tests = disk_path_join(run->folders, folder, STRING("tests"));
	const struct file_entry *entries;
	size_t count;

	if (variability_test_exists(run->folders, folder)) {
		run_one(run, folder);
		return;
	}
	if (disk_folder_exists(run->folders, tests))
		folder = tests;
	entries = disk_files.list(NULL, folder, run->folders, &count);
	for (size_t i = 0; i < count; i++) {
		if (entries[i].is_folder && entries[i].name.bytes[0] != '.' &&
			!string_ends_with(entries[i].name, "---disabled"))
			run_folder(run, disk_path_join(run->folders, folder, entries[i].name));
	}
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
