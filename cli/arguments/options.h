/* Every option there is; the rows are in options.def. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>

enum option_id {
#define OPTION(id, ...) OPTION_##id,
#include "cli/arguments/options.def"
#undef OPTION
	OPTION_COUNT,
	OPTION_END = OPTION_COUNT
};

struct command_option {
	const char *name;  /* without the dashes */
	char letter;       /* short form, or 0 */
	const char *value; /* what it takes, or its choices, separated by "|"; NULL: nothing */
	bool is_repeatable;
	const char *documentation;
};

const struct command_option *command_option(enum option_id id);

#endif
