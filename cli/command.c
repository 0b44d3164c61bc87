#include "cli/command.h"

#include <stdio.h>
#include <string.h>

/* Sorted by name: `vtosca --help` prints the table as it stands. */
// clang-format off
const struct command commands[] = {
	{"help", "[COMMAND]", "explain the commands, or one of them", "", run_help},
	{"lsp", "", "serve an editor over standard input and output", "", run_lsp},
};
// clang-format on
const size_t command_count = sizeof(commands) / sizeof(commands[0]);

const struct command *command_find(const char *name)
{
	for (size_t i = 0; i < command_count; i++) {
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	}
	return NULL;
}

int command_usage_error(const char *name)
{
	const struct command *command = command_find(name);
	fprintf(stderr, "usage: vtosca %s %s\n", command->name, command->operands);
	return EXIT_CODE_USAGE;
}
