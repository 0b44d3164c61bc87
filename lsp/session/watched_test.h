/* Variability tests that were run, and what they read: they are run again when that changes, so
 * that what the client was told about their files stays true. Loop's thread only. */
#ifndef LSP_SESSION_WATCHED_TEST_H
#define LSP_SESSION_WATCHED_TEST_H

#include "lsp/session/test_outcome.h"

enum {
	TEST_REPORTS = 2 /* on the expected result, and on test.yaml */
};

struct watched_test {
	struct watched_test *next;
	struct string path; /* of a file of the test, by which it is known */
	struct test_report reports[TEST_REPORTS];
	const struct string *read; /* paths of files and folders */
	size_t read_count;

	/* Private. */
	struct arena *arena;
};

/* Adds a copy to the list, in the place of what it had about the same test. */
void watched_tests_add(struct watched_test **list, const struct watched_test *watched);

/* NULL if there is none. */
const struct watched_test *watched_tests_find(const struct watched_test *list, struct string path);

void watched_tests_remove(struct watched_test **list, struct string path);

/* Whether it read the file or folder `path`, or the folder that holds it. */
bool watched_test_has_read(const struct watched_test *watched, struct string path);

#endif
