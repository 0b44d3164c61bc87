/* What `vtosca test` found, and the ways to write it down. */
#ifndef CLI_TEST_REPORT_H
#define CLI_TEST_REPORT_H

#include "analyzer/model/types/files.h"
#include "analyzer/variability/resolution/variability_test_run.h"

struct test_failure {
	struct string text;
	struct string file; /* empty: it is stated nowhere */
	uint32_t line;      /* counted from 1 */
};

struct tested {
	struct string folder;
	const struct test_failure *failures; /* none: passed */
	size_t failure_count;
	bool is_recorded; /* what it expects is now what it got */
};

struct test_report {
	struct tested *items;
	size_t count;
	bool is_verbose; /* names what passes, too */
};

/* In `arena`; `files` leads to the file for its lines. */
struct test_failure test_failure_of(
	struct arena *arena, const struct variability_failure *failure, const struct files *files);

size_t test_report_failed(const struct test_report *report);

/* In the order of the choices of --format, to standard output. */
void test_report_print_text(const struct test_report *report);
void test_report_print_junit(const struct test_report *report);
void test_report_print_tap(const struct test_report *report);
void test_report_print_json(const struct test_report *report);

#endif
