#include "cli/report.h"

#include "cli/disk_files.h"
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

/* ---- places, also in other files ---- */

struct place {
	struct string path;
	const struct syntax_tree *tree; /* tells lines */
	struct syntax_tree *read;       /* what was read for it, or NULL */
	struct range range;
};

static struct place place_of_related(
	const struct report_file *file, const struct ide_related *related)
{
	struct place place = {.path = file->path, .tree = file->tree, .range = related->range};

	if (related->file.length == 0)
		return place;
	place.path = related->file;
	place.tree = place.read = files_read(&disk_files, related->file);
	if (!place.read) { /* gone in the meantime */
		place.tree = place.read = syntax_tree_create(STRING(""));
		place.range = (struct range){0, 0};
	}
	return place;
}

/* Where the mistake is, which may be in a file that the template only leads to. */
static struct place place_of(
	const struct report_file *file, const struct ide_diagnostic *diagnostic)
{
	struct ide_related here = {.range = diagnostic->range};

	return place_of_related(file, diagnostic->is_elsewhere ? &diagnostic->related[0] : &here);
}

static void place_release(struct place *place)
{
	syntax_tree_release(place->read);
}

/* What is said beside it. Of a mistake elsewhere, the template comes first. */
static struct ide_related related_of(const struct ide_diagnostic *diagnostic, size_t position)
{
	if (position == 0 && diagnostic->is_elsewhere)
		return (struct ide_related){
			.range = diagnostic->range, .message = STRING("read because of this")};
	return diagnostic->related[position];
}

/* ---- text, in the form that compilers made customary ---- */

static void print_place(const struct place *place)
{
	struct position start =
		syntax_tree_position(place->tree, place->range.start, POSITION_UTF32);

	printf("%.*s:%u:%u: ", STRING_ARGUMENTS(place->path), start.line + 1, start.character + 1);
}

static void print_diagnostic(
	const struct report_file *file, const struct ide_diagnostic *diagnostic)
{
	struct place place = place_of(file, diagnostic);

	print_place(&place);
	printf("%s: %.*s [%.*s]\n", report_severity_name(diagnostic->severity),
		STRING_ARGUMENTS(diagnostic->message), STRING_ARGUMENTS(diagnostic->code));
	place_release(&place);
	for (size_t i = 0; i < diagnostic->related_count; i++) {
		struct ide_related related = related_of(diagnostic, i);

		place = place_of_related(file, &related);
		fputs("  ", stdout);
		print_place(&place);
		printf("%.*s\n", STRING_ARGUMENTS(related.message));
		place_release(&place);
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
	struct json_writer *json, const char *key, const struct syntax_tree *tree, uint32_t offset)
{
	struct position position = syntax_tree_position(tree, offset, POSITION_UTF16);

	json_key(json, key);
	json_begin_object(json);
	json_key(json, "line");
	json_number(json, position.line);
	json_key(json, "character");
	json_number(json, position.character);
	json_end_object(json);
}

static void print_json_range(struct json_writer *json, const struct place *place)
{
	json_key(json, "range");
	json_compact(json);
	json_begin_object(json);
	print_json_position(json, "start", place->tree, place->range.start);
	print_json_position(json, "end", place->tree, place->range.end);
	json_end_object(json);
}

/* The file only where it is another one. */
static void print_json_place(
	struct json_writer *json, const struct report_file *file, struct place place)
{
	if (!string_equal(place.path, file->path)) {
		json_key(json, "file");
		json_string(json, place.path);
	}
	print_json_range(json, &place);
	place_release(&place);
}

static void print_json_related(struct json_writer *json, const struct report_file *file,
	const struct ide_diagnostic *diagnostic)
{
	json_key(json, "related");
	json_begin_array(json);
	for (size_t i = 0; i < diagnostic->related_count; i++) {
		struct ide_related related = related_of(diagnostic, i);

		json_begin_object(json);
		json_key(json, "message");
		json_string(json, related.message);
		print_json_place(json, file, place_of_related(file, &related));
		json_end_object(json);
	}
	json_end_array(json);
}

static void print_json_diagnostic(struct json_writer *json, const struct report_file *file,
	const struct ide_diagnostic *diagnostic)
{
	json_begin_object(json);
	print_json_place(json, file, place_of(file, diagnostic));
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
	struct json_writer *json, const struct report_file *file, struct place place)
{
	struct position start = syntax_tree_position(place.tree, place.range.start, POSITION_UTF32);
	struct position end = syntax_tree_position(place.tree, place.range.end, POSITION_UTF32);

	json_key(json, "physicalLocation");
	json_begin_object(json);
	json_key(json, "artifactLocation");
	json_compact(json);
	json_begin_object(json);
	json_key(json, "uri");
	json_string(json, path_uri(file->arena, place.path));
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
	place_release(&place);
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
		struct ide_related related = related_of(diagnostic, i);

		json_begin_object(json);
		print_sarif_location(json, file, place_of_related(file, &related));
		print_sarif_message(json, related.message);
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
	print_sarif_location(json, file, place_of(file, diagnostic));
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
