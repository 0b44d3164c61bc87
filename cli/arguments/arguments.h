/* The words of the command line behind the command's name, read as its row in commands.def allows.
 *
 * Options are `--name`, `--name VALUE`, `--name=VALUE`, `-x`, `-x VALUE` or `-xVALUE`; they may
 * stand anywhere, and letters that take nothing may stand together. Behind `--` everything is an
 * operand, and `-` is one too. What is wrong is said on standard error, once. */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include "analyzer/text/arena.h"
#include "cli/arguments/command.h"

#include <stdio.h>

struct argument_list {
	const char **items; /* borrowed from the command line */
	size_t count;
};

struct arguments {
	const struct command *command;
	struct arena *arena;    /* for what the command makes of them, too */
	FILE *messages;         /* about the run itself: standard error; NULL: nowhere */
	struct string *refused; /* NULL, or where the last thing that was refused is noted, too */
	struct argument_list operands;
	struct argument_list
		options[OPTION_COUNT]; /* values; of one that takes nothing, its word */
};

/* False after saying what is wrong. Lives in `arena`. */
bool arguments_read(struct arguments *arguments, struct arena *arena, const struct command *command,
	int count, char **words);

bool arguments_has(const struct arguments *arguments, enum option_id id);

/* NULL if the option is not given. */
const char *arguments_value(const struct arguments *arguments, enum option_id id);

/* The position of an option's value among its choices; 0 if it is not given. */
int arguments_choice(const struct arguments *arguments, enum option_id id);

/* Says in `messages` that the question was wrong, and in which way; returns EXIT_CODE_USAGE. */
int arguments_refuse(const struct arguments *arguments, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
