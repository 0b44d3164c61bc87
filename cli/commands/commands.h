/* What the commands do: one function and file for each row of commands.def. */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "cli/arguments/arguments.h"

#define COMMAND(id, ...) int run_##id(const struct arguments *arguments);
#include "cli/arguments/commands.def"
#undef COMMAND

/* Runs the command that the arguments are for; returns its exit code. */
int commands_run(const struct arguments *arguments);

#endif
