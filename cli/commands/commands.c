#include "cli/commands/commands.h"

int commands_run(const struct arguments *arguments)
{
	static int (*const functions[])(const struct arguments *arguments) = {
#define COMMAND(id, ...) run_##id,
#include "cli/arguments/commands.def"
#undef COMMAND
	};

	return functions[arguments->command - commands](arguments);
}
