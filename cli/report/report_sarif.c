/* SARIF 2.1.0 (OASIS): what code hosts show beside a change. */
#include "analyzer/language/diagnostics/diagnostic_codes.h"
#include "cli/print/json_writer.h"
#include "cli/report/report.h"

/* A path as a relative or absolute URI reference. */
static struct string path_uri(struct arena *arena, struct string path)
{
	struct string uri =
		path.length > 0 && path.bytes[0] == '/' ? STRING("file://") : STRING("");
	char *bytes = arena_allocate(arena, uri.length + 3 * path.length + 1, 1);
	size_t length = uri.length;

	for (size_t i = 0; i < uri.length; i++)
		bytes[i] = uri.bytes[i];
	for (size_t i = 0; i < path.length; i++) {
		unsigned char byte = (unsigned char)path.bytes[i];
		bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
			     (byte >= '0' && byte <= '9') || byte == '/' || byte == '.' ||
			     byte == '-' || byte == '_' || byte == '~';

		length += (size_t)snprintf(bytes + length, 4, plain ? "%c" : "%%%02X", byte);
	}
	return (struct string){bytes, length};
}

static void print_artifact(struct json_writer *json, struct string path)
{
	struct arena *arena = arena_create();

	json_key(json, "artifactLocation");
	json_compact(json);
	json_begin_object(json);
	json_put_string(json, "uri", path_uri(arena, path));
	json_end_object(json);
	arena_destroy(arena);
}

static void print_location(struct json_writer *json, const struct report_place *place)
{
	json_key(json, "physicalLocation");
	json_begin_object(json);
	print_artifact(json, place->path);
	json_key(json, "region");
	json_compact(json);
	json_begin_object(json);
	json_put_number(json, "startLine", place->start.line + 1);
	json_put_number(json, "startColumn", place->start.character + 1);
	json_put_number(json, "endLine", place->end.line + 1);
	json_put_number(json, "endColumn", place->end.character + 1);
	json_end_object(json);
	json_end_object(json);
}

/* Texts are objects. */
static void print_text(struct json_writer *json, const char *key, struct string text)
{
	json_key(json, key);
	json_compact(json);
	json_begin_object(json);
	json_put_string(json, "text", text);
	json_end_object(json);
}

static const char *level_name(enum ide_severity severity)
{
	switch (severity) {
	case IDE_ERROR:
		return "error";
	case IDE_WARNING:
		return "warning";
	case IDE_INFORMATION:
	case IDE_HINT:
		break;
	}
	return "note";
}

static void print_result(struct json_writer *json, const struct finding *finding)
{
	json_begin_object(json);
	json_put_string(json, "ruleId", finding->code);
	json_put_text(json, "level", level_name(finding->severity));
	print_text(json, "message", finding->message);
	json_key(json, "locations");
	json_begin_array(json);
	json_begin_object(json);
	print_location(json, &finding->place);
	json_end_object(json);
	json_end_array(json);
	if (finding->related_count > 0) {
		json_key(json, "relatedLocations");
		json_begin_array(json);
		for (size_t i = 0; i < finding->related_count; i++) {
			json_begin_object(json);
			print_location(json, &finding->related[i].place);
			print_text(json, "message", finding->related[i].message);
			json_end_object(json);
		}
		json_end_array(json);
	}
	json_end_object(json);
}

/* ---- rules: what is said about the codes that occur ---- */

static bool occurs(const struct report *report, const char *code)
{
	for (size_t i = 0; i < report->file_count; i++) {
		for (size_t j = 0; j < report->files[i].count; j++)
			if (string_is(report->files[i].findings[j].code, code))
				return true;
	}
	return false;
}

static void print_rule(struct json_writer *json, const struct diagnostic_code_row *row)
{
	struct arena *arena = arena_create();

	json_begin_object(json);
	json_put_text(json, "id", row->name);
	print_text(json, "shortDescription", string_from(row->title));
	print_text(
		json, "fullDescription", arena_format(arena, "%s %s", row->problem, row->reason));
	print_text(json, "help", string_from(row->remedy));
	json_end_object(json);
	arena_destroy(arena);
}

static void print_rules(struct json_writer *json, const struct report *report)
{
	json_key(json, "rules");
	json_begin_array(json);
	for (size_t i = 0; i < DIAGNOSTIC_CODE_COUNT; i++) {
		const struct diagnostic_code_row *row =
			diagnostic_code_row((enum diagnostic_code)i);

		if (occurs(report, row->name))
			print_rule(json, row);
	}
	json_end_array(json);
}

/* ---- the run itself ---- */

static void print_notification(struct json_writer *json, const struct report_problem *problem)
{
	json_begin_object(json);
	json_put_text(json, "level", "error");
	print_text(json, "message", problem->message);
	json_key(json, "locations");
	json_begin_array(json);
	json_begin_object(json);
	json_key(json, "physicalLocation");
	json_begin_object(json);
	print_artifact(json, problem->path);
	json_end_object(json);
	json_end_object(json);
	json_end_array(json);
	json_end_object(json);
}

static void print_invocation(struct json_writer *json, const struct report *report)
{
	json_key(json, "invocations");
	json_begin_array(json);
	json_begin_object(json);
	json_key(json, "executionSuccessful");
	json_boolean(json, report->problem_count == 0);
	if (report->problem_count > 0) {
		json_key(json, "toolExecutionNotifications");
		json_begin_array(json);
		for (size_t i = 0; i < report->problem_count; i++)
			print_notification(json, &report->problems[i]);
		json_end_array(json);
	}
	json_end_object(json);
	json_end_array(json);
}

void report_print_sarif(const struct report *report)
{
	struct json_writer json = {.stream = stdout};

	json_begin_object(&json);
	json_put_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
	json_put_text(&json, "version", "2.1.0");
	json_key(&json, "runs");
	json_begin_array(&json);
	json_begin_object(&json);
	json_key(&json, "tool");
	json_begin_object(&json);
	json_key(&json, "driver");
	json_begin_object(&json);
	json_put_text(&json, "name", "vtosca");
	json_put_text(&json, "version", VTOSCA_VERSION);
	print_rules(&json, report);
	json_end_object(&json);
	json_end_object(&json);
	print_invocation(&json, report);
	json_put_text(&json, "columnKind", "unicodeCodePoints");
	json_key(&json, "results");
	json_begin_array(&json);
	for (size_t i = 0; i < report->file_count; i++)
		for (size_t j = 0; j < report->files[i].count; j++)
			print_result(&json, &report->files[i].findings[j]);
	json_end_array(&json);
	json_end_object(&json);
	json_end_array(&json);
	json_end_object(&json);
	json_finish(&json);
}
