#include "lsp/handlers/client_command.h"

static const struct client_command rows[] = {
#define COMMAND(name, handler, arguments, result, documentation)                                   \
	{name, handler, arguments, result, documentation},
#include "lsp/handlers/client_commands.def"
#undef COMMAND
};

const struct client_command *client_commands(size_t *count)
{
	*count = sizeof(rows) / sizeof(rows[0]);
	return rows;
}

const struct client_command *client_command_find(struct string name)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (string_is(name, rows[i].name))
			return &rows[i];
	return NULL;
}
