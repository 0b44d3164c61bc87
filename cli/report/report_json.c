/* JSON, as cli/schemas/check.json has it. */
#include "cli/print/json_writer.h"
#include "cli/report/report.h"

/* The file only where it is another one. */
static void print_place(
	struct json_writer *json, const struct report_file *file, const struct report_place *place)
{
	if (!string_equal(place->path, file->path))
		json_put_string(json, "file", place->path);
	json_put_positions(json, "range", place->start_utf16, place->end_utf16);
}

static void print_finding(
	struct json_writer *json, const struct report_file *file, const struct finding *finding)
{
	json_begin_object(json);
	print_place(json, file, &finding->place);
	json_put_text(json, "severity", report_severity_name(finding->severity));
	json_put_string(json, "code", finding->code);
	json_put_string(json, "message", finding->message);
	if (finding->variant_count > 0) {
		json_key(json, "variants");
		json_compact(json);
		json_begin_array(json);
		for (size_t i = 0; i < finding->variant_count; i++)
			json_string(json, finding->variants[i]);
		json_end_array(json);
	}
	if (finding->related_count > 0) {
		json_key(json, "related");
		json_begin_array(json);
		for (size_t i = 0; i < finding->related_count; i++) {
			json_begin_object(json);
			json_put_string(json, "message", finding->related[i].message);
			print_place(json, file, &finding->related[i].place);
			json_end_object(json);
		}
		json_end_array(json);
	}
	json_end_object(json);
}

static void print_problems(struct json_writer *json, const struct report *report)
{
	if (report->problem_count == 0)
		return;
	json_key(json, "problems");
	json_begin_array(json);
	for (size_t i = 0; i < report->problem_count; i++) {
		json_begin_object(json);
		json_put_string(json, "file", report->problems[i].path);
		json_put_string(json, "message", report->problems[i].message);
		json_end_object(json);
	}
	json_end_array(json);
}

void report_print_json(const struct report *report)
{
	struct json_writer json = {.stream = stdout};

	json_begin_object(&json);
	json_key(&json, "files");
	json_begin_array(&json);
	for (size_t i = 0; i < report->file_count; i++) {
		const struct report_file *file = &report->files[i];

		json_begin_object(&json);
		json_put_string(&json, "file", file->path);
		json_key(&json, "diagnostics");
		json_begin_array(&json);
		for (size_t j = 0; j < file->count; j++)
			print_finding(&json, file, &file->findings[j]);
		json_end_array(&json);
		json_end_object(&json);
	}
	json_end_array(&json);
	print_problems(&json, report);
	json_end_object(&json);
	json_finish(&json);
}
