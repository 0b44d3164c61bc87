/* What the commands are and how they are used, for `--help` and mistakes. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include <stdio.h>

struct command;

void help_print(FILE *stream);
void help_print_command(FILE *stream, const struct command *command);

/* Says that there is no such command, and which one may be meant. Returns EXIT_CODE_USAGE. */
int help_refuse_command(const char *name);

#endif
