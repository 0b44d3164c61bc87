#include "analyzer/variability/types/side_files.h"

static void report_broken(struct side_files *files, const struct side_file *file)
{
	const struct syntax_error *errors;
	struct problem *problem;
	size_t count;

	errors = syntax_tree_errors(file->tree, files->arena, &count);
	if (count == 0)
		return;

	problem = problems_add(files->problems, PHASE_LOAD, DIAGNOSTIC_CODE_YAML_SYNTAX,
		file->cause, "%.*s",
		STRING_ARGUMENTS(file_invalid_text(files->arena, file->tree, file->path)));
	problem->file = file->path;
	problem->range = errors[0].range;
}

const struct side_file *side_files_open(
	struct side_files *files, struct string path, struct node cause)
{
	struct syntax_tree *tree = files_read(files->files, path);
	struct side_file *file;

	if (!tree)
		return NULL;
	file = arena_allocate(files->arena, 1, sizeof(*file));
	*file = (struct side_file){path, tree, cause, files->first};
	files->first = file;
	report_broken(files, file);
	return file;
}

const struct side_file *side_files_find(
	const struct side_files *files, const struct syntax_tree *tree)
{
	const struct side_file *file = files->first;

	while (file && file->tree != tree)
		file = file->next;
	return file;
}

struct string side_files_path(struct arena *arena, struct string path, struct string name)
{
	struct string joined;

	while (string_starts_with(name, "/") || string_starts_with(name, "./"))
		name = string_slice(name, name.bytes[0] == '.' ? 2 : 1, name.length);
	joined = files_beside(arena, path, name);
	if (joined.length == 0)
		return STRING(".");
	if (joined.length > 1 && string_ends_with(joined, "/"))
		joined = string_slice(joined, 0, joined.length - 1);
	return joined;
}

void side_files_release(struct side_files *files)
{
	for (struct side_file *file = files->first; file; file = file->next)
		syntax_tree_release(file->tree);
	files->first = NULL;
}
