/* What the commands are and how they are used, for `--help` and mistakes. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>

struct command;

void help_print(FILE *stream);
void help_print_command(FILE *stream, const struct command *command);

#endif
