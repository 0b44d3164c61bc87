/* vtosca help and vtosca version: what there is. */
#include "cli/arguments/help.h"
#include "cli/commands/commands.h"

int run_help(const struct arguments *arguments)
{
	const struct command *command;

	if (arguments->operands.count == 0) {
		help_print(stdout);
		return EXIT_CODE_OK;
	}
	command = command_find(arguments->operands.items[0]);
	if (!command)
		return help_refuse_command(arguments->operands.items[0]);
	help_print_command(stdout, command);
	return EXIT_CODE_OK;
}

int run_version(const struct arguments *arguments)
{
	(void)arguments;
	puts("vtosca " VTOSCA_VERSION);
	return EXIT_CODE_OK;
}
