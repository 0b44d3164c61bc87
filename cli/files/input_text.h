/* Texts that a command line names: regular files, pipes, and "-" for standard input. */
#ifndef CLI_INPUT_TEXT_H
#define CLI_INPUT_TEXT_H

#include "cli/arguments/arguments.h"

/* Reads all of it into the arena of the arguments. `what` it is, is for messages: "file". False
 * after saying why it cannot be read. */
bool input_text_read(
	const struct arguments *arguments, const char *path, const char *what, struct string *text);

#endif
