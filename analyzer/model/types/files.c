#include "analyzer/model/types/files.h"

struct syntax_tree *files_read(const struct files *files, struct string path)
{
	return files && files->read ? files->read(files->context, path) : NULL;
}

const struct file_entry *files_list(
	const struct files *files, struct string path, struct arena *arena, size_t *count)
{
	*count = 0;
	return files && files->list ? files->list(files->context, path, arena, count) : NULL;
}

struct string files_beside(struct arena *arena, struct string path, struct string name)
{
	size_t folder = path.length;

	while (folder > 0 && path.bytes[folder - 1] != '/')
		folder--;
	return arena_format(arena, "%.*s%.*s", (int)folder, path.bytes, STRING_ARGUMENTS(name));
}

bool files_have(const struct files *files, struct string path)
{
	struct syntax_tree *tree = files_read(files, path);

	syntax_tree_release(tree);
	return tree != NULL;
}

bool file_is_valid(struct arena *arena, const struct syntax_tree *tree)
{
	size_t errors;

	syntax_tree_errors(tree, arena, &errors);
	return errors == 0;
}

struct string file_invalid_text(
	struct arena *arena, const struct syntax_tree *tree, struct string path)
{
	size_t count;
	const struct syntax_error *errors = syntax_tree_errors(tree, arena, &count);
	struct position place =
		syntax_tree_position(tree, count > 0 ? errors[0].range.start : 0, POSITION_UTF8);

	return arena_format(arena, "File \"%.*s\" is no valid YAML: line %u: %.*s",
		STRING_ARGUMENTS(path), place.line + 1,
		STRING_ARGUMENTS(count > 0 ? errors[0].message : STRING("")));
}

const char *files_fault(const struct files *files, struct string path)
{
	return files && files->fault ? files->fault(files->context, path) : "does not exist";
}

bool files_mention(const struct files *files, struct string path, struct string text)
{
	return !files || !files->mention || files->mention(files->context, path, text);
}

struct string file_fault_text(struct arena *arena, const struct files *files, struct string path)
{
	return arena_format(
		arena, "File \"%.*s\" %s", STRING_ARGUMENTS(path), files_fault(files, path));
}
