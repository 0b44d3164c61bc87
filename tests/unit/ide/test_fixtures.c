/* Runs the fixtures of one folder, each as a test of its own. */
#include "tests/unit/ide/fixture.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void (*const checks[])(struct fixture *) = {
	check_cursor,
	check_completion,
	check_diagnostics,
	check_hover,
	check_presence,
	check_hierarchies,
	check_navigation,
	check_views,
	check_actions,
	check_formatting,
	check_everywhere,
	check_list_form,
};

static void run_fixture(void **state)
{
	struct fixture *fixture = fixture_open(*state);
	for (size_t i = 0; i < sizeof(checks) / sizeof(*checks); i++)
		checks[i](fixture);
	unsigned failures = fixture->failures;
	fixture_close(fixture);
	assert_int_equal(failures, 0);
}

/* Files whose names begin with "_" are there for others to import. */
static int is_fixture(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);
	return length > 5 && entry->d_name[0] != '_' &&
	       strcmp(entry->d_name + length - 5, ".yaml") == 0;
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: %s FOLDER [FIXTURE]\n", argv[0]);
		return 2;
	}
	struct dirent **entries;
	int found = scandir(argv[1], &entries, is_fixture, alphasort);
	if (found < 0) {
		perror(argv[1]);
		return 2;
	}
	struct arena *arena = arena_create();
	struct CMUnitTest *tests = arena_allocate(arena, (size_t)found, sizeof(*tests));
	size_t count = 0;
	for (int i = 0; i < found; i++) {
		const char *name = arena_copy(arena, string_from(entries[i]->d_name)).bytes;
		free(entries[i]);
		if (argc > 2 && strcmp(argv[2], name) != 0)
			continue;
		char *path = arena_allocate(arena, strlen(argv[1]) + strlen(name) + 2, 1);
		sprintf(path, "%s/%s", argv[1], name);
		tests[count].name = name;
		tests[count].test_func = run_fixture;
		tests[count].initial_state = path;
		count++;
	}
	free(entries);
	int failed = _cmocka_run_group_tests("fixtures", tests, count, NULL, NULL);
	arena_destroy(arena);
	return failed != 0;
}
