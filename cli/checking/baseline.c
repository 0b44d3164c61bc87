#include "cli/checking/baseline.h"

#include "analyzer/syntax/writer/yaml_writer.h"
#include "analyzer/text/path.h"
#include "cli/files/disk_files.h"
#include "cli/files/input_text.h"
#include "cli/files/output_file.h"
#include "cli/template/project.h"

#include <stdlib.h>

struct baseline_entry {
	struct string file, code, message;
	uint64_t left; /* how often it may still occur */
};

/* How the baseline calls a file. */
static struct string name_of(const struct baseline *baseline, struct string path)
{
	struct arena *arena = baseline->arguments->arena;

	return path_relative(arena, baseline->folder, disk_file_absolute(arena, path));
}

static void read_entry(struct baseline *baseline, struct node item)
{
	struct arena *arena = baseline->arguments->arena;
	struct string count = node_text(node_get(item, "count"));
	struct baseline_entry *entry = &baseline->entries[baseline->count++];

	*entry = (struct baseline_entry){
		.file = arena_copy(arena, node_text(node_get(item, "file"))),
		.code = arena_copy(arena, node_text(node_get(item, "code"))),
		.message = arena_copy(arena, node_text(node_get(item, "message"))),
		.left = count.length > 0 ? strtoull(arena_copy(arena, count).bytes, NULL, 10) : 1};
}

static bool read_entries(struct baseline *baseline, struct string text)
{
	struct arena *arena = baseline->arguments->arena;
	struct syntax_tree *tree = syntax_tree_of_file(text);
	struct node findings = node_get(syntax_tree_root(tree), "findings");
	bool is_valid = node_kind(findings) == NODE_SEQUENCE;
	size_t errors;

	syntax_tree_errors(tree, arena, &errors);
	is_valid = is_valid && errors == 0;
	if (is_valid) {
		baseline->entries =
			arena_allocate(arena, node_count(findings), sizeof(*baseline->entries));
		for (uint32_t i = 0; i < node_count(findings); i++)
			read_entry(baseline, node_item(findings, i));
	} else {
		arguments_refuse(baseline->arguments, "\"%.*s\" is no baseline: %s",
			STRING_ARGUMENTS(baseline->path),
			arguments_has(baseline->arguments, OPTION_UPDATE_BASELINE)
				? "it is not written over"
				: "--update-baseline writes one");
	}
	syntax_tree_release(tree);
	return is_valid;
}

/* As the command line says, or the project of the first operand. */
static struct string path_of(const struct arguments *arguments)
{
	const char *word = arguments_value(arguments, OPTION_BASELINE);
	struct string operand = string_from(arguments->operands.items[0]);

	if (word)
		return string_from(word);
	if (disk_folder_exists(arguments->arena, operand))
		operand = disk_path_join(arguments->arena, operand, STRING(PROJECT_SETTINGS_NAME));
	struct project_settings project =
		project_of(arguments, disk_file_absolute(arguments->arena, operand), &disk_files);
	return project.baseline.length > 0
		       ? path_join(arguments->arena, path_folder(project.path), project.baseline)
		       : STRING("");
}

bool baseline_read(struct baseline *baseline, const struct arguments *arguments)
{
	bool is_new = arguments_has(arguments, OPTION_UPDATE_BASELINE);
	struct string text;

	*baseline = (struct baseline){.arguments = arguments, .path = path_of(arguments)};
	if (is_new && baseline->path.length == 0) {
		arguments_refuse(arguments,
			"--update-baseline needs --baseline FILE, or the setting "
			"\"baseline\" in " PROJECT_SETTINGS_NAME);
		return false;
	}
	baseline->folder = disk_folder_absolute(arguments->arena, path_folder(baseline->path));
	if (baseline->path.length == 0 ||
		(is_new && !disk_file_exists(arguments->arena, baseline->path)))
		return true;
	if (!input_text_read(arguments, arena_copy(arguments->arena, baseline->path).bytes,
		    "baseline", &text) ||
		!read_entries(baseline, text))
		return false;
	if (is_new)
		baseline->count = 0; /* what is recorded anew leaves nothing out */
	return true;
}

static bool is_known(struct baseline *baseline, struct string file, const struct finding *finding)
{
	for (size_t i = 0; i < baseline->count; i++) {
		struct baseline_entry *entry = &baseline->entries[i];

		if (entry->left > 0 && string_equal(entry->code, finding->code) &&
			string_equal(entry->message, finding->message) &&
			string_equal(entry->file, file)) {
			entry->left--;
			return true;
		}
	}
	return false;
}

struct report_file baseline_apply(struct baseline *baseline, struct report_file file)
{
	struct string name;
	struct finding *left;
	size_t count = 0;

	if (baseline->count == 0 || file.count == 0)
		return file;
	name = name_of(baseline, file.path);
	left = arena_allocate(baseline->arguments->arena, file.count, sizeof(*left));
	for (size_t i = 0; i < file.count; i++)
		if (!is_known(baseline, name, &file.findings[i]))
			left[count++] = file.findings[i];
	baseline->left_out += file.count - count;
	return (struct report_file){file.path, left, count};
}

/* ---- writing ---- */

static bool is_same(const struct finding *a, const struct finding *b)
{
	return string_equal(a->code, b->code) && string_equal(a->message, b->message);
}

static void put(struct yaml_writer *writer, const char *key, struct string value)
{
	yaml_writer_key(writer, string_from(key));
	yaml_writer_string(writer, value);
}

/* Each once, with how often it occurs. */
static void write_finding(const struct baseline *baseline, struct yaml_writer *writer,
	const struct report_file *file, size_t position)
{
	const struct finding *finding = &file->findings[position];
	size_t count = 1;

	for (size_t i = 0; i < position; i++)
		if (is_same(&file->findings[i], finding))
			return;
	for (size_t i = position + 1; i < file->count; i++)
		count += is_same(&file->findings[i], finding);
	yaml_writer_begin_mapping(writer);
	put(writer, "file", name_of(baseline, file->path));
	put(writer, "code", finding->code);
	put(writer, "message", finding->message);
	if (count > 1) {
		yaml_writer_key(writer, STRING("count"));
		yaml_writer_plain(writer, arena_format(baseline->arguments->arena, "%zu", count));
	}
	yaml_writer_end_mapping(writer);
}

bool baseline_write(const struct baseline *baseline, const struct report *report)
{
	struct arena *arena = baseline->arguments->arena;
	struct yaml_writer *writer = yaml_writer_create();

	yaml_writer_begin_mapping(writer);
	yaml_writer_key(writer, STRING("findings"));
	yaml_writer_begin_sequence(writer);
	for (size_t i = 0; i < report->file_count; i++)
		for (size_t j = 0; j < report->files[i].count; j++)
			write_finding(baseline, writer, &report->files[i], j);
	yaml_writer_end_sequence(writer);
	yaml_writer_end_mapping(writer);
	bool is_written = output_file_write(baseline->arguments,
		arena_copy(arena, baseline->path).bytes,
		arena_format(arena,
			"# Findings that \"vtosca check\" leaves out, because they were there "
			"before.\n%.*s",
			STRING_ARGUMENTS(yaml_writer_text(writer))),
		NULL);
	yaml_writer_destroy(writer);
	return is_written;
}
