/* The settings of the project that a file is in, for commands. */
#ifndef CLI_PROJECT_H
#define CLI_PROJECT_H

#include "analyzer/ide/publication/project_settings.h"
#include "cli/arguments/arguments.h"

/* Those of the nearest vtosca.yaml, which is looked for up to the top of the file system, as the
 * path is absolute; none with
 * --no-settings. Lives in the arena of the arguments. */
struct project_settings project_of(
	const struct arguments *arguments, struct string path, const struct files *files);

/* Whether something in their file is no setting, and so has no effect. */
bool project_has_mistakes(
	const struct project_settings *project, const struct files *files, struct arena *arena);

#endif
