#include "cli/template/project.h"

struct project_settings project_of(
	const struct arguments *arguments, struct string path, const struct files *files)
{
	if (arguments_has(arguments, OPTION_NO_SETTINGS))
		return (struct project_settings){.fail_on = IDE_ERROR};
	return project_settings_of(path, files, arguments->arena);
}

bool project_has_mistakes(
	const struct project_settings *project, const struct files *files, struct arena *arena)
{
	struct syntax_tree *tree =
		project->path.length > 0 ? files_read(files, project->path) : NULL;
	bool has_mistakes = tree && project_settings_diagnostics(tree, arena).count > 0;

	if (tree)
		syntax_tree_release(tree);
	return has_mistakes;
}
