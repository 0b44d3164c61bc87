/* Texts that a command line names: regular files, pipes, and "-" for standard input. */
#ifndef CLI_INPUT_TEXT_H
#define CLI_INPUT_TEXT_H

#include "cli/arguments/arguments.h"

/* Whether it is no file: standard input, a pipe, a device. */
bool input_text_is_stream(const char *path);

/* What to call it, which is also what is looked for beside it: itself, or of a stream what
 * --stdin-name says. */
struct string input_text_name(const struct arguments *arguments, const char *path);

/* Reads all of it into the arena of the arguments. `what` it is, is for messages: "file". False
 * after saying why it cannot be read. */
bool input_text_read(
	const struct arguments *arguments, const char *path, const char *what, struct string *text);

#endif
