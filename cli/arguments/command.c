#include "cli/arguments/command.h"

#include <stdint.h>
#include <string.h>

#define MANY SIZE_MAX
#define OPTIONS(...) ((const enum option_id[]){__VA_ARGS__, OPTION_END})
#define VARIANT_OPTIONS                                                                            \
	OPTION_VARIANT, OPTION_PRESET, OPTION_INPUT, OPTION_INPUTS, OPTION_STDIN_NAME,             \
		OPTION_NO_SETTINGS

#define OF_A_TEMPLATE                                                                              \
	"FILE is a template, \"-\" for standard input, an archive (CSAR), packed or as a folder "  \
	"with a TOSCA.meta, or a folder with a template of a customary name, such as "             \
	"service-template.yaml."

const struct command commands[] = {
#define COMMAND(id, name, operands, least, most, summary, options, formats, refusal, notes)        \
	{name, operands, least, most, summary, options, formats, refusal, notes},
#include "cli/arguments/commands.def"
#undef COMMAND
};

const size_t command_count = sizeof(commands) / sizeof(commands[0]);

const struct command *command_find(const char *name)
{
	for (size_t i = 0; i < command_count; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

bool command_has_option(const struct command *command, enum option_id id)
{
	for (size_t i = 0; command->options[i] != OPTION_END; i++)
		if (command->options[i] == id)
			return true;
	return false;
}

const char *command_choices(const struct command *command, enum option_id id)
{
	const char *value = command_option(id)->value;

	if (id == OPTION_FORMAT)
		return command->formats;
	return value && strchr(value, '|') ? value : NULL;
}
