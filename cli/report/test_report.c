#include "cli/report/test_report.h"

#include "cli/print/console.h"
#include "cli/print/json_writer.h"
#include "cli/print/xml_text.h"

struct test_failure test_failure_of(
	struct arena *arena, const struct variability_failure *failure, const struct files *files)
{
	struct test_failure copy = {.text = arena_copy(arena, failure->text),
		.file = arena_copy(arena, failure->file),
		.line = 1};
	struct syntax_tree *tree = files_read(files, failure->file);

	if (tree)
		copy.line =
			syntax_tree_position(tree, failure->range.start, POSITION_UTF8).line + 1;
	else
		copy.file = STRING("");
	syntax_tree_release(tree);
	return copy;
}

size_t test_report_failed(const struct test_report *report)
{
	size_t failed = 0;

	for (size_t i = 0; i < report->count; i++)
		failed += report->items[i].failure_count > 0;
	return failed;
}

/* ---- for people ---- */

static void print_failures(const struct tested *tested)
{
	enum {
		LIMIT = 20
	};

	for (size_t i = 0; i < tested->failure_count && i < LIMIT; i++)
		console_line(stdout, "    %.*s", STRING_ARGUMENTS(tested->failures[i].text));
	if (tested->failure_count > LIMIT)
		puts("    and more");
}

void test_report_print_text(const struct test_report *report)
{
	size_t failed = test_report_failed(report);

	for (size_t i = 0; i < report->count; i++) {
		const struct tested *tested = &report->items[i];
		const char *word = tested->is_recorded          ? "recorded"
				   : tested->failure_count == 0 ? "ok    "
								: "FAILED";

		if (tested->failure_count > 0 || tested->is_recorded || report->is_verbose)
			console_line(stdout, "%s %.*s", word, STRING_ARGUMENTS(tested->folder));
		print_failures(tested);
	}
	printf("%zu passed, %zu failed\n", report->count - failed, failed);
}

/* ---- Test Anything Protocol, version 13 ---- */

/* Behind "#" there would be a directive. */
static void print_description(struct string name)
{
	for (size_t i = 0; i < name.length;) {
		size_t length = 0;

		while (i + length < name.length && name.bytes[i + length] != '#')
			length++;
		console_print(stdout, "%.*s%s", (int)length, name.bytes + i,
			i + length < name.length ? "\\#" : "");
		i += length + 1;
	}
}

void test_report_print_tap(const struct test_report *report)
{
	printf("TAP version 13\n1..%zu\n", report->count);
	for (size_t i = 0; i < report->count; i++) {
		const struct tested *tested = &report->items[i];

		printf("%sok %zu - ", tested->failure_count > 0 ? "not " : "", i + 1);
		print_description(tested->folder);
		putchar('\n');
		for (size_t k = 0; k < tested->failure_count; k++)
			console_line(stdout, "# %.*s", STRING_ARGUMENTS(tested->failures[k].text));
	}
}

/* ---- JUnit ---- */

static void print_case(const struct tested *tested)
{
	fputs("    <testcase classname=\"vtosca test\"", stdout);
	xml_print_attribute("name", tested->folder);
	if (tested->failure_count == 0) {
		puts("/>");
		return;
	}
	fputs(">\n      <failure", stdout);
	xml_print_attribute("message", tested->failures[0].text);
	putchar('>');
	for (size_t i = 0; i < tested->failure_count; i++) {
		const struct test_failure *failure = &tested->failures[i];

		if (failure->file.length > 0) {
			xml_print_text(failure->file);
			printf(":%u: ", failure->line);
		}
		xml_print_text(failure->text);
		putchar('\n');
	}
	puts("</failure>\n    </testcase>");
}

void test_report_print_junit(const struct test_report *report)
{
	size_t failed = test_report_failed(report);

	xml_print_start();
	printf("<testsuites tests=\"%zu\" failures=\"%zu\">\n", report->count, failed);
	printf("  <testsuite name=\"vtosca test\" tests=\"%zu\" failures=\"%zu\">\n", report->count,
		failed);
	for (size_t i = 0; i < report->count; i++)
		print_case(&report->items[i]);
	puts("  </testsuite>\n</testsuites>");
}

/* ---- JSON ---- */

static void put_failure(struct json_writer *json, const struct test_failure *failure)
{
	json_compact(json);
	json_begin_object(json);
	json_put_string(json, "text", failure->text);
	if (failure->file.length > 0) {
		json_put_string(json, "file", failure->file);
		json_put_number(json, "line", failure->line);
	}
	json_end_object(json);
}

void test_report_print_json(const struct test_report *report)
{
	size_t failed = test_report_failed(report);
	struct json_writer json = {.stream = stdout};

	json_begin_object(&json);
	json_put_number(&json, "passed", report->count - failed);
	json_put_number(&json, "failed", failed);
	json_key(&json, "tests");
	json_begin_array(&json);
	for (size_t i = 0; i < report->count; i++) {
		const struct tested *tested = &report->items[i];

		json_begin_object(&json);
		json_put_string(&json, "folder", tested->folder);
		json_put_text(&json, "outcome",
			tested->failure_count > 0 ? "failed"
			: tested->is_recorded     ? "recorded"
						  : "passed");
		json_key(&json, "failures");
		json_begin_array(&json);
		for (size_t k = 0; k < tested->failure_count; k++)
			put_failure(&json, &tested->failures[k]);
		json_end_array(&json);
		json_end_object(&json);
	}
	json_end_array(&json);
	json_end_object(&json);
	json_finish(&json);
}
