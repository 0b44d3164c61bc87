/* vtosca: a language server and a command line for variable TOSCA service templates. */
#include "base/memory.h"
#include "cli/arguments/arguments.h"
#include "cli/arguments/command.h"
#include "cli/arguments/help.h"

#include <stdio.h>
#include <string.h>

static bool asks_for_help(int count, char **words)
{
	for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
		if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0)
			return true;
	}
	return false;
}

static int run(const struct command *command, int count, char **words)
{
	if (asks_for_help(count, words)) {
		help_print_command(stdout, command);
		return EXIT_CODE_OK;
	}
	struct arguments arguments = {.command = command->name, .count = count, .values = words};
	return command->run(&arguments);
}

int main(int count, char **words)
{
	if (count < 2) {
		help_print(stderr);
		return EXIT_CODE_USAGE;
	}
	memory_keep_released();

	const struct command *command = command_find(words[1]);
	if (command)
		return run(command, count - 2, words + 2);
	if (strcmp(words[1], "--version") == 0) {
		puts("vtosca " VTOSCA_VERSION);
		return EXIT_CODE_OK;
	}
	if (asks_for_help(1, words + 1)) {
		help_print(stdout);
		return EXIT_CODE_OK;
	}
	fprintf(stderr, "vtosca: unknown command \"%s\"\n\n", words[1]);
	help_print(stderr);
	return EXIT_CODE_USAGE;
}
