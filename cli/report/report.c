#include "cli/report/report.h"

#include "cli/print/json_writer.h"
#include "cli/report/report_place.h"

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

	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < files[i].diagnostics.count; j++)
			found += files[i].diagnostics.items[j].severity == severity;
	return found;
}

/* ---- text, in the form that compilers made customary ---- */

static void print_place(const struct report_place *place)
{
	struct position start =
		syntax_tree_position(place->tree, place->range.start, POSITION_UTF32);

	printf("%.*s:%u:%u: ", STRING_ARGUMENTS(place->path), start.line + 1, start.character + 1);
}

static void print_diagnostic(
	const struct report_file *file, const struct ide_diagnostic *diagnostic)
{
	struct report_place place = report_place_of(file, diagnostic);

	print_place(&place);
	printf("%s: %.*s [%.*s]\n", report_severity_name(diagnostic->severity),
		STRING_ARGUMENTS(diagnostic->message), STRING_ARGUMENTS(diagnostic->code));
	report_place_release(&place);
	for (size_t i = 0; i < diagnostic->related_count; i++) {
		struct ide_related related = report_related(diagnostic, i);

		place = report_place_of_related(file, &related);
		fputs("  ", stdout);
		print_place(&place);
		printf("%.*s\n", STRING_ARGUMENTS(related.message));
		report_place_release(&place);
	}
}

void report_print_text(const struct report_file *files, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < files[i].diagnostics.count; j++)
			print_diagnostic(&files[i], &files[i].diagnostics.items[j]);
}

/* ---- JSON ---- */

/* The file only where it is another one. */
static void print_json_place(
	struct json_writer *json, const struct report_file *file, struct report_place place)
{
	if (!string_equal(place.path, file->path))
		json_put_string(json, "file", place.path);
	json_put_range(json, "range", place.tree, place.range);
	report_place_release(&place);
}

void report_print_related(struct json_writer *json, const char *key, const struct report_file *file,
	const struct ide_diagnostic *diagnostic,
	void (*print_members)(struct json_writer *json, const struct report_file *file,
		const struct ide_related *related))
{
	json_key(json, key);
	json_begin_array(json);
	for (size_t i = 0; i < diagnostic->related_count; i++) {
		struct ide_related related = report_related(diagnostic, i);

		json_begin_object(json);
		print_members(json, file, &related);
		json_end_object(json);
	}
	json_end_array(json);
}

static void print_json_related(
	struct json_writer *json, const struct report_file *file, const struct ide_related *related)
{
	json_put_string(json, "message", related->message);
	print_json_place(json, file, report_place_of_related(file, related));
}

static void print_json_diagnostic(struct json_writer *json, const struct report_file *file,
	const struct ide_diagnostic *diagnostic)
{
	json_begin_object(json);
	print_json_place(json, file, report_place_of(file, diagnostic));
	json_put_text(json, "severity", report_severity_name(diagnostic->severity));
	json_put_string(json, "code", diagnostic->code);
	json_put_string(json, "message", diagnostic->message);
	if (diagnostic->variant_count > 0) {
		json_key(json, "variants");
		json_compact(json);
		json_begin_array(json);
		for (size_t i = 0; i < diagnostic->variant_count; i++)
			json_string(json, diagnostic->variants[i]);
		json_end_array(json);
	}
	if (diagnostic->related_count > 0)
		report_print_related(json, "related", file, diagnostic, print_json_related);
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
		json_put_string(&json, "file", files[i].path);
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
