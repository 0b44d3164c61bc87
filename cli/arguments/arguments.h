/* The words of the command line behind the command's name, one after the other.
 *
 * Options are `--name`, `--name VALUE`, `--name=VALUE`, `-x` or `-x VALUE`; they may
 * stand anywhere. Behind `--` everything is an operand, and `-` is one too. What is
 * wrong is said on standard error, once. */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

struct option {
	const char *name; /* without the dashes; NULL ends the list */
	char letter;      /* short form, or 0 */
	bool takes_value;
};

struct arguments {
	const char *command; /* for messages */
	int count;
	char **values;
	int next;
	bool only_operands;
};

enum {
	ARGUMENT_END = -1,
	ARGUMENT_OPERAND = -2,
	ARGUMENT_ERROR = -3, /* already reported */
};

/* The position in `options` of the next option, or one of the above. `*value` is the
 * operand or the option's value, borrowed from the command line. */
int arguments_next(struct arguments *arguments, const struct option *options, const char **value);

/* The position of `value` in a NULL-terminated list of choices, or -1 after saying
 * which ones there are. */
int arguments_choice(const struct arguments *arguments, const char *option, const char *value,
	const char *const *choices);

#endif
