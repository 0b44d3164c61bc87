/* The commands of vtosca: one row in commands.def and one file in `commands/` each.
 *
 * Results go to standard output, everything about the run itself to standard error. Scripts rely
 * on the exit codes. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "cli/arguments/options.h"

#include <stddef.h>

/* The same for all commands; the worst that happened counts. */
enum exit_code {
	EXIT_CODE_OK = 0,
	EXIT_CODE_PROBLEM = 1,  /* the answer is "no": errors found, a test failed */
	EXIT_CODE_USAGE = 2,    /* the question was wrong, or its answer could not be written */
	EXIT_CODE_FAILURE = 70, /* vtosca itself failed: out of memory */
};

struct command {
	const char *name;
	const char *operands;          /* as shown in the usage, behind the name */
	size_t least, most;            /* how many */
	const char *summary;           /* one line */
	const enum option_id *options; /* ends with OPTION_END; all have --help */
	const char *formats; /* choices of --format, separated by "|"; the first is the default */
	const char *refusal; /* when it ends with 1; NULL: never */
	const char *notes;   /* sentences; may be NULL */
};

extern const struct command commands[];
extern const size_t command_count;

/* NULL if there is no such command. */
const struct command *command_find(const char *name);

bool command_has_option(const struct command *command, enum option_id id);

/* The choices of an option, separated by "|"; NULL if it takes any value, or none. */
const char *command_choices(const struct command *command, enum option_id id);

#endif
