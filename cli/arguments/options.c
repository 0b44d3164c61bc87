#include "cli/arguments/options.h"

#include <stddef.h>

enum {
	ONCE = 0,
	OFTEN = 1
};

static const struct command_option rows[] = {
#define OPTION(id, name, letter, value, times, documentation)                                      \
	{name, letter, value, times, documentation},
#include "cli/arguments/options.def"
#undef OPTION
};

const struct command_option *command_option(enum option_id id)
{
	return &rows[id];
}
