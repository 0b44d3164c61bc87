#include "cli/arguments/help.h"

#include "cli/arguments/arguments.h"
#include "cli/arguments/command.h"

void help_print(FILE *stream)
{
	fputs("usage: vtosca COMMAND [ARGUMENTS]\n\ncommands:\n", stream);
	for (size_t i = 0; i < command_count; i++)
		fprintf(stream, "  %-9s %s\n", commands[i].name, commands[i].summary);
	fputs("\n\"vtosca COMMAND --help\" tells more about a command, \"vtosca --version\" the "
	      "version.\n",
		stream);
}

void help_print_command(FILE *stream, const struct command *command)
{
	fprintf(stream, "usage: vtosca %s %s\n\n%s\n", command->name, command->operands,
		command->summary);
	if (command->options[0] != '\0')
		fprintf(stream, "\noptions:\n%s", command->options);
}

int run_help(struct arguments *arguments)
{
	const struct option options[] = {{0}};
	const char *name;
	switch (arguments_next(arguments, options, &name)) {
	case ARGUMENT_END:
		help_print(stdout);
		return EXIT_CODE_OK;
	case ARGUMENT_OPERAND:
		break;
	default:
		return EXIT_CODE_USAGE;
	}
	const struct command *command = command_find(name);
	if (!command) {
		fprintf(stderr, "vtosca help: unknown command \"%s\"\n", name);
		return EXIT_CODE_USAGE;
	}
	help_print_command(stdout, command);
	return EXIT_CODE_OK;
}
