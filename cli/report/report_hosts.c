/* What hosts of code and of continuous integration read: commands of GitHub's workflows, GitLab's
 * code quality report, JUnit's XML. */
#include "cli/print/json_writer.h"
#include "cli/print/xml_text.h"
#include "cli/report/report.h"

#include <inttypes.h>

/* In place of a code, for what could not be checked. */
#define REPORT_NOT_CHECKED "not-checked"

/* ---- GitHub ---- */

/* Percent-encoded as the runner decodes it; values of properties may hold neither ":" nor ",". */
static void print_encoded(struct string text, const char *encoded)
{
	for (size_t i = 0; i < text.length; i++) {
		unsigned char byte = (unsigned char)text.bytes[i];

		if (byte < 0x20 || byte == 0x7f || strchr(encoded, byte))
			printf("%%%02X", byte);
		else
			putchar(byte);
	}
}

static const char *command_of(enum ide_severity severity)
{
	return severity == IDE_ERROR ? "error" : severity == IDE_WARNING ? "warning" : "notice";
}

static void print_github_problem(const struct report_problem *problem)
{
	fputs("::error file=", stdout);
	print_encoded(problem->path, "%:,");
	fputs(",title=" REPORT_NOT_CHECKED "::", stdout);
	print_encoded(problem->message, "%");
	putchar('\n');
}

void report_print_github(const struct report *report)
{
	for (size_t i = 0; i < report->problem_count; i++)
		print_github_problem(&report->problems[i]);
	for (size_t i = 0; i < report->file_count; i++) {
		for (size_t j = 0; j < report->files[i].count; j++) {
			const struct finding *finding = &report->files[i].findings[j];
			const struct report_place *place = &finding->place;

			printf("::%s file=", command_of(finding->severity));
			print_encoded(place->path, "%:,");
			printf(",line=%u,col=%u,endLine=%u,endColumn=%u,title=",
				place->start.line + 1, place->start.character + 1,
				place->end.line + 1, place->end.character + 1);
			print_encoded(finding->code, "%:,");
			fputs("::", stdout);
			print_encoded(finding->message, "%");
			putchar('\n');
		}
	}
}

/* ---- GitLab ---- */

static const char *gitlab_severity(enum ide_severity severity)
{
	switch (severity) {
	case IDE_ERROR:
		return "critical";
	case IDE_WARNING:
		return "major";
	case IDE_INFORMATION:
		return "minor";
	case IDE_HINT:
		break;
	}
	return "info";
}

/* The same for the same finding while lines above it come and go; `repeated` tells it from equal
 * ones of its file. */
static void put_fingerprint(struct json_writer *json, struct string path, struct string code,
	struct string message, size_t repeated)
{
	char text[40];
	uint64_t a = string_hash(path) * 31 + string_hash(code);
	uint64_t b = string_hash(message) + repeated;

	snprintf(text, sizeof(text), "%016" PRIx64 "%016" PRIx64, a, b);
	json_put_text(json, "fingerprint", text);
}

static void put_location(
	struct json_writer *json, struct string path, uint32_t first, uint32_t last)
{
	json_key(json, "location");
	json_begin_object(json);
	json_put_string(json, "path", path);
	json_key(json, "lines");
	json_compact(json);
	json_begin_object(json);
	json_put_number(json, "begin", first);
	json_put_number(json, "end", last);
	json_end_object(json);
	json_end_object(json);
}

static bool is_same(const struct finding *a, const struct finding *b)
{
	return string_equal(a->code, b->code) && string_equal(a->message, b->message) &&
	       string_equal(a->place.path, b->place.path);
}

static void print_gitlab(struct json_writer *json, const struct report_file *file, size_t position)
{
	const struct finding *finding = &file->findings[position];
	size_t repeated = 0;

	for (size_t i = 0; i < position; i++)
		repeated += is_same(&file->findings[i], finding);
	json_begin_object(json);
	json_put_string(json, "description", finding->message);
	json_put_string(json, "check_name", finding->code);
	put_fingerprint(json, finding->place.path, finding->code, finding->message, repeated);
	json_put_text(json, "severity", gitlab_severity(finding->severity));
	put_location(json, finding->place.path, finding->place.start.line + 1,
		finding->place.end.line + 1);
	json_end_object(json);
}

static void print_gitlab_problem(struct json_writer *json, const struct report_problem *problem)
{
	struct string code = STRING(REPORT_NOT_CHECKED);

	json_begin_object(json);
	json_put_string(json, "description", problem->message);
	json_put_string(json, "check_name", code);
	put_fingerprint(json, problem->path, code, problem->message, 0);
	json_put_text(json, "severity", "blocker");
	put_location(json, problem->path, 1, 1);
	json_end_object(json);
}

void report_print_gitlab(const struct report *report)
{
	struct json_writer json = {.stream = stdout};

	json_begin_array(&json);
	for (size_t i = 0; i < report->problem_count; i++)
		print_gitlab_problem(&json, &report->problems[i]);
	for (size_t i = 0; i < report->file_count; i++)
		for (size_t j = 0; j < report->files[i].count; j++)
			print_gitlab(&json, &report->files[i], j);
	json_end_array(&json);
	json_finish(&json);
}

/* ---- JUnit: a suite for each file, a case for each finding ---- */

static size_t failures_of(const struct report_file *file)
{
	size_t count = 0;

	for (size_t i = 0; i < file->count; i++)
		count += file->findings[i].fails;
	return count;
}

static void print_case(const struct finding *finding)
{
	const struct report_place *place = &finding->place;

	fputs("    <testcase", stdout);
	xml_print_attribute("classname", place->path);
	xml_print_attribute("name", finding->code);
	printf(" line=\"%u\">\n", place->start.line + 1);
	fputs(finding->fails ? "      <failure" : "      <system-out>", stdout);
	if (finding->fails) {
		xml_print_attribute("message", finding->message);
		xml_print_attribute("type", string_from(report_severity_name(finding->severity)));
		putchar('>');
	}
	xml_print_text(place->path);
	printf(":%u:%u: ", place->start.line + 1, place->start.character + 1);
	xml_print_text(finding->message);
	fputs(finding->fails ? "</failure>\n" : "</system-out>\n", stdout);
	fputs("    </testcase>\n", stdout);
}

static void print_junit_problem(const struct report_problem *problem)
{
	fputs("  <testsuite", stdout);
	xml_print_attribute("name", problem->path);
	fputs(" tests=\"1\" failures=\"0\" errors=\"1\">\n    <testcase", stdout);
	xml_print_attribute("classname", problem->path);
	fputs(" name=\"" REPORT_NOT_CHECKED "\">\n      <error", stdout);
	xml_print_attribute("message", problem->message);
	fputs("/>\n    </testcase>\n  </testsuite>\n", stdout);
}

void report_print_junit(const struct report *report)
{
	size_t tests = report->problem_count, failures = 0;

	for (size_t i = 0; i < report->file_count; i++) {
		tests += report->files[i].count > 0 ? report->files[i].count : 1;
		failures += failures_of(&report->files[i]);
	}
	xml_print_start();
	printf("<testsuites name=\"vtosca check\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\">\n",
		tests, failures, report->problem_count);
	for (size_t i = 0; i < report->problem_count; i++)
		print_junit_problem(&report->problems[i]);
	for (size_t i = 0; i < report->file_count; i++) {
		const struct report_file *file = &report->files[i];

		fputs("  <testsuite", stdout);
		xml_print_attribute("name", file->path);
		printf(" tests=\"%zu\" failures=\"%zu\">\n", file->count ? file->count : 1,
			failures_of(file));
		if (file->count == 0) {
			fputs("    <testcase", stdout);
			xml_print_attribute("classname", file->path);
			fputs(" name=\"check\"/>\n", stdout);
		}
		for (size_t j = 0; j < file->count; j++)
			print_case(&file->findings[j]);
		fputs("  </testsuite>\n", stdout);
	}
	fputs("</testsuites>\n", stdout);
}
