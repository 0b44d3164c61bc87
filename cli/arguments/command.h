/* The commands of vtosca: one row in the table of command.c and one file each.
 *
 * To add one, write `cli/NAME.c` with a `run_NAME`, declare it below, and give it a
 * row. Results go to standard output, everything about the run itself to standard
 * error. Scripts rely on the exit codes. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stddef.h>

struct arguments;

enum exit_code {
	EXIT_CODE_OK = 0,
	EXIT_CODE_PROBLEM = 1, /* the answer is "no": errors found, a test failed */
	EXIT_CODE_USAGE = 2,   /* the question was wrong: unknown option, unreadable file */
};

struct command {
	const char *name;
	const char *operands; /* as shown in the usage, behind the name */
	const char *summary;  /* one line */
	const char *options;  /* one line each, indented by two blanks; may be empty */
	int (*run)(struct arguments *arguments);
};

extern const struct command commands[];
extern const size_t command_count;

/* NULL if there is no such command. */
const struct command *command_find(const char *name);

/* Says on standard error how the command is used; returns EXIT_CODE_USAGE. */
int command_usage_error(const char *name);

int run_check(struct arguments *arguments);
int run_explain(struct arguments *arguments);
int run_graph(struct arguments *arguments);
int run_help(struct arguments *arguments);
int run_lsp(struct arguments *arguments);
int run_presence(struct arguments *arguments);
int run_resolve(struct arguments *arguments);
int run_test(struct arguments *arguments);

#endif
