#include "cli/template/project.h"

struct project_settings project_of(
	const struct arguments *arguments, struct string path, const struct files *files)
{
	if (arguments_has(arguments, OPTION_NO_SETTINGS))
		return (struct project_settings){.fail_on = IDE_ERROR};
	return project_settings_of(path, files, arguments->arena);
}
