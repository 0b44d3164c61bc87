#include "cli/template/template_source.h"

#include "analyzer/model/archive/csar.h"
#include "analyzer/variability/inputs/variability_test.h"
#include "cli/files/archive.h"
#include "cli/files/disk_files.h"
#include "cli/files/input_text.h"

#include <string.h>

/* The entry definitions of an archive; its root may be a folder. */
static bool open_archive(struct template_source *source, const struct arguments *arguments,
	struct string root, const struct files *files)
{
	struct csar csar = csar_read(root, files, arguments->arena);

	source->files = files;
	if (csar.definition_count > 0) {
		source->path = csar.definitions[0];
		source->tree = files_read(files, source->path);
	}
	if (!source->tree)
		arguments_refuse(arguments, "archive \"%.*s\" %.*s", STRING_ARGUMENTS(root),
			STRING_ARGUMENTS(csar.problem.length > 0
						 ? csar.problem
						 : STRING("has no entry definitions; \"vtosca "
							  "check\" tells more")));
	csar_finish(&csar);
	return source->tree != NULL;
}

static bool open_packed(
	struct template_source *source, const struct arguments *arguments, const char *path)
{
	struct string problem;

	file_log_add(source->log, string_from(path));
	source->archive = archive_open(path, arguments->arena, &problem);
	if (!source->archive) {
		arguments_refuse(arguments, "archive \"%s\" %.*s", path, STRING_ARGUMENTS(problem));
		return false;
	}
	return open_archive(source, arguments, string_from(path), archive_files(source->archive));
}

static bool open_folder(
	struct template_source *source, const struct arguments *arguments, struct string folder)
{
	source->path =
		variability_test_customary_template(arguments->arena, &source->log->files, folder);
	if (source->path.length > 0)
		source->tree = files_read(&source->log->files, source->path);
	if (!source->tree)
		arguments_refuse(arguments,
			"folder \"%.*s\" has neither a TOSCA.meta nor a template with a customary "
			"name, such as service-template.yaml: name the file",
			STRING_ARGUMENTS(folder));
	return source->tree != NULL;
}

static bool open_text(
	struct template_source *source, const struct arguments *arguments, const char *path)
{
	struct string text;

	if (!input_text_read(arguments, path, "file", &text))
		return false;
	source->path = input_text_name(arguments, path);
	file_log_add_operand(source->log, path);
	source->tree = syntax_tree_of_file(text);
	return true;
}

bool template_source_open(
	struct template_source *source, const struct arguments *arguments, const char *path)
{
	struct string operand = string_from(path), root;
	bool is_open;

	*source = (struct template_source){.log = file_log_create(arguments->arena)};
	source->files = &source->log->files;
	if (csar_root_of_meta(operand, arguments->arena, &root) &&
		csar_has_meta(root, &source->log->files))
		is_open = open_archive(source, arguments, root, &source->log->files);
	else if (disk_folder_exists(arguments->arena, operand))
		is_open = csar_has_meta(operand, &source->log->files)
				  ? open_archive(source, arguments, operand, &source->log->files)
				  : open_folder(source, arguments, operand);
	else if (disk_file_exists(arguments->arena, operand) && archive_is_one(path))
		is_open = open_packed(source, arguments, path);
	else
		is_open = open_text(source, arguments, path);
	if (!is_open)
		template_source_close(source);
	return is_open;
}

void template_source_close(struct template_source *source)
{
	syntax_tree_release(source->tree);
	archive_close(source->archive);
}
