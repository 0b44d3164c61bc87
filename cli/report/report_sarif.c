/* SARIF 2.1.0 (OASIS): what code hosts show beside a change. */
#include "analyzer/language/diagnostics/diagnostic_codes.h"
#include "cli/print/json_writer.h"
#include "cli/report/report_place.h"

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

static void print_location(
	struct json_writer *json, const struct report_file *file, struct report_place place)
{
	struct position start = syntax_tree_position(place.tree, place.range.start, POSITION_UTF32);
	struct position end = syntax_tree_position(place.tree, place.range.end, POSITION_UTF32);

	json_key(json, "physicalLocation");
	json_begin_object(json);
	json_key(json, "artifactLocation");
	json_compact(json);
	json_begin_object(json);
	json_put_string(json, "uri", path_uri(file->arena, place.path));
	json_end_object(json);
	json_key(json, "region");
	json_compact(json);
	json_begin_object(json);
	json_put_number(json, "startLine", start.line + 1);
	json_put_number(json, "startColumn", start.character + 1);
	json_put_number(json, "endLine", end.line + 1);
	json_put_number(json, "endColumn", end.character + 1);
	json_end_object(json);
	json_end_object(json);
	report_place_release(&place);
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

static void print_related(
	struct json_writer *json, const struct report_file *file, const struct ide_related *related)
{
	print_location(json, file, report_place_of_related(file, related));
	print_text(json, "message", related->message);
}

static void print_result(struct json_writer *json, const struct report_file *file,
	const struct ide_diagnostic *diagnostic)
{
	json_begin_object(json);
	json_put_string(json, "ruleId", diagnostic->code);
	json_put_text(json, "level", level_name(diagnostic->severity));
	print_text(json, "message", diagnostic->message);
	json_key(json, "locations");
	json_begin_array(json);
	json_begin_object(json);
	print_location(json, file, report_place_of(file, diagnostic));
	json_end_object(json);
	json_end_array(json);
	if (diagnostic->related_count > 0)
		report_print_related(json, "relatedLocations", file, diagnostic, print_related);
	json_end_object(json);
}

/* ---- rules: what is said about the codes that occur ---- */

static bool occurs(const struct report_file *files, size_t count, const char *code)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < files[i].diagnostics.count; j++)
			if (string_is(files[i].diagnostics.items[j].code, code))
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

static void print_rules(struct json_writer *json, const struct report_file *files, size_t count)
{
	json_key(json, "rules");
	json_begin_array(json);
	for (size_t i = 0; i < DIAGNOSTIC_CODE_COUNT; i++) {
		const struct diagnostic_code_row *row =
			diagnostic_code_row((enum diagnostic_code)i);

		if (occurs(files, count, row->name))
			print_rule(json, row);
	}
	json_end_array(json);
}

void report_print_sarif(const struct report_file *files, size_t count)
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
	print_rules(&json, files, count);
	json_end_object(&json);
	json_end_object(&json);
	json_put_text(&json, "columnKind", "unicodeCodePoints");
	json_key(&json, "results");
	json_begin_array(&json);
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < files[i].diagnostics.count; j++)
			print_result(&json, &files[i], &files[i].diagnostics.items[j]);
	json_end_array(&json);
	json_end_object(&json);
	json_end_array(&json);
	json_end_object(&json);
	json_finish(&json);
}
