#include "cli/report.h"

#include "cli/json_writer.h"

#include <stdio.h>

const char *report_severity_name(enum ide_severity severity)
{
	switch (severity) {
	case IDE_ERROR:
		return "error";
	case IDE_WARNING:
		return "warning";
	case IDE_INFORMATION:
		return "information";
	case IDE_HINT:
		break;
	}
	return "hint";
}

size_t report_count(const struct report_file *files, size_t count, enum ide_severity severity)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < files[i].diagnostics.count; j++)
			found += files[i].diagnostics.items[j].severity == severity;
	}
	return found;
}

/* ---- text, in the form that compilers made customary ---- */

static void print_place(const struct report_file *file, struct string other, struct range range)
{
	struct position start = syntax_tree_position(file->tree, range.start, POSITION_UTF32);

	if (other.length > 0)
		printf("%.*s: ", STRING_ARGUMENTS(other));
	else
		printf("%.*s:%u:%u: ", STRING_ARGUMENTS(file->path), start.line + 1,
			start.character + 1);
}

static void print_diagnostic(
	const struct report_file *file, const struct ide_diagnostic *diagnostic)
{
	print_place(file, STRING(""), diagnostic->range);
	printf("%s: %.*s [%.*s]\n", report_severity_name(diagnostic->severity),
		STRING_ARGUMENTS(diagnostic->message), STRING_ARGUMENTS(diagnostic->code));
	for (size_t i = 0; i < diagnostic->related_count; i++) {
		fputs("  ", stdout);
		print_place(file, diagnostic->related[i].file, diagnostic->related[i].range);
		printf("%.*s\n", STRING_ARGUMENTS(diagnostic->related[i].message));
	}
}

void report_print_text(const struct report_file *files, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < files[i].diagnostics.count; j++)
			print_diagnostic(&files[i], &files[i].diagnostics.items[j]);
	}
}

/* ---- JSON ---- */

static void print_json_position(
	struct json_writer *json, const char *key, const struct report_file *file, uint32_t offset)
{
	struct position position = syntax_tree_position(file->tree, offset, POSITION_UTF16);

	json_key(json, key);
	json_begin_object(json);
	json_key(json, "line");
	json_number(json, position.line);
	json_key(json, "character");
	json_number(json, position.character);
	json_end_object(json);
}

static void print_json_range(
	struct json_writer *json, const struct report_file *file, struct range range)
{
	json_key(json, "range");
	json_compact(json);
	json_begin_object(json);
	print_json_position(json, "start", file, range.start);
	print_json_position(json, "end", file, range.end);
	json_end_object(json);
}

static void print_json_related(struct json_writer *json, const struct report_file *file,
	const struct ide_diagnostic *diagnostic)
{
	json_key(json, "related");
	json_begin_array(json);
	for (size_t i = 0; i < diagnostic->related_count; i++) {
		const struct ide_related *related = &diagnostic->related[i];

		json_begin_object(json);
		json_key(json, "message");
		json_string(json, related->message);
		if (related->file.length > 0) {
			json_key(json, "file");
			json_string(json, related->file);
		} else {
			print_json_range(json, file, related->range);
		}
		json_end_object(json);
	}
	json_end_array(json);
}

static void print_json_diagnostic(struct json_writer *json, const struct report_file *file,
	const struct ide_diagnostic *diagnostic)
{
	json_begin_object(json);
	print_json_range(json, file, diagnostic->range);
	json_key(json, "severity");
	json_text(json, report_severity_name(diagnostic->severity));
	json_key(json, "code");
	json_string(json, diagnostic->code);
	json_key(json, "message");
	json_string(json, diagnostic->message);
	if (diagnostic->variant_count > 0) {
		json_key(json, "variants");
		json_compact(json);
		json_begin_array(json);
		for (size_t i = 0; i < diagnostic->variant_count; i++)
			json_string(json, diagnostic->variants[i]);
		json_end_array(json);
	}
	if (diagnostic->related_count > 0)
		print_json_related(json, file, diagnostic);
	json_end_object(json);
}

void report_print_json(const struct report_file *files, size_t count)
{
	struct json_writer json = {.stream = stdout};

	json_begin_object(&json);
	json_key(&json, "files");
	json_begin_array(&json);
	for (size_t i = 0; i < count; i++) {
		json_begin_object(&json);
		json_key(&json, "file");
		json_string(&json, files[i].path);
		json_key(&json, "diagnostics");
		json_begin_array(&json);
		for (size_t j = 0; j < files[i].diagnostics.count; j++)
			print_json_diagnostic(&json, &files[i], &files[i].diagnostics.items[j]);
		json_end_array(&json);
		json_end_object(&json);
	}
	json_end_array(&json);
	json_end_object(&json);
	json_finish(&json);
}

/* ---- SARIF 2.1.0 (OASIS) ---- */

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

static void print_sarif_location(
	struct json_writer *json, const struct report_file *file, struct range range)
{
	struct position start = syntax_tree_position(file->tree, range.start, POSITION_UTF32);
	struct position end = syntax_tree_position(file->tree, range.end, POSITION_UTF32);

	json_key(json, "physicalLocation");
	json_begin_object(json);
	json_key(json, "artifactLocation");
	json_compact(json);
	json_begin_object(json);
	json_key(json, "uri");
	json_string(json, path_uri(file->arena, file->path));
	json_end_object(json);
	json_key(json, "region");
	json_compact(json);
	json_begin_object(json);
	json_key(json, "startLine");
	json_number(json, start.line + 1);
	json_key(json, "startColumn");
	json_number(json, start.character + 1);
	json_key(json, "endLine");
	json_number(json, end.line + 1);
	json_key(json, "endColumn");
	json_number(json, end.character + 1);
	json_end_object(json);
	json_end_object(json);
}

static void print_sarif_message(struct json_writer *json, struct string text)
{
	json_key(json, "message");
	json_compact(json);
	json_begin_object(json);
	json_key(json, "text");
	json_string(json, text);
	json_end_object(json);
}

static const char *sarif_level(enum ide_severity severity)
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

static void print_sarif_related(struct json_writer *json, const struct report_file *file,
	const struct ide_diagnostic *diagnostic)
{
	json_key(json, "relatedLocations");
	json_begin_array(json);
	for (size_t i = 0; i < diagnostic->related_count; i++) {
		if (diagnostic->related[i].file.length > 0)
			continue; /* its lines are those of a file that is not loaded here */
		json_begin_object(json);
		print_sarif_location(json, file, diagnostic->related[i].range);
		print_sarif_message(json, diagnostic->related[i].message);
		json_end_object(json);
	}
	json_end_array(json);
}

static void print_sarif_result(struct json_writer *json, const struct report_file *file,
	const struct ide_diagnostic *diagnostic)
{
	json_begin_object(json);
	json_key(json, "ruleId");
	json_string(json, diagnostic->code);
	json_key(json, "level");
	json_text(json, sarif_level(diagnostic->severity));
	print_sarif_message(json, diagnostic->message);
	json_key(json, "locations");
	json_begin_array(json);
	json_begin_object(json);
	print_sarif_location(json, file, diagnostic->range);
	json_end_object(json);
	json_end_array(json);
	if (diagnostic->related_count > 0)
		print_sarif_related(json, file, diagnostic);
	json_end_object(json);
}

void report_print_sarif(const struct report_file *files, size_t count)
{
	struct json_writer json = {.stream = stdout};

	json_begin_object(&json);
	json_key(&json, "$schema");
	json_text(&json, "https://json.schemastore.org/sarif-2.1.0.json");
	json_key(&json, "version");
	json_text(&json, "2.1.0");
	json_key(&json, "runs");
	json_begin_array(&json);
	json_begin_object(&json);
	json_key(&json, "tool");
	json_begin_object(&json);
	json_key(&json, "driver");
	json_compact(&json);
	json_begin_object(&json);
	json_key(&json, "name");
	json_text(&json, "vtosca");
	json_key(&json, "version");
	json_text(&json, VTOSCA_VERSION);
	json_end_object(&json);
	json_end_object(&json);
	json_key(&json, "columnKind");
	json_text(&json, "unicodeCodePoints");
	json_key(&json, "results");
	json_begin_array(&json);
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < files[i].diagnostics.count; j++)
			print_sarif_result(&json, &files[i], &files[i].diagnostics.items[j]);
	}
	json_end_array(&json);
	json_end_object(&json);
	json_end_array(&json);
	json_end_object(&json);
	json_finish(&json);
}
