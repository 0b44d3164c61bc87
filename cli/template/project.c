#include "cli/template/project.h"

#include "analyzer/text/path.h"

#include <stdlib.h>

struct project_settings project_of(
	const struct arguments *arguments, struct string path, const struct files *files)
{
	struct arena *arena = arguments->arena;
	struct string folder = path_folder(path);
	char *absolute = realpath(folder.length > 0 ? arena_copy(arena, folder).bytes : ".", NULL);

	if (arguments_has(arguments, OPTION_NO_SETTINGS)) {
		free(absolute);
		return (struct project_settings){.fail_on = IDE_ERROR};
	}
	if (absolute)
		path = arena_format(arena, "%s/%.*s", absolute, STRING_ARGUMENTS(path_name(path)));
	free(absolute);
	return project_settings_of(path, files, arena);
}
