#include "lsp/client_command.h"

static const struct client_command rows[] = {
#define COMMAND(name, handler, arguments, result, documentation)                                   \
	{name, handler, arguments, result, documentation},
#include "lsp/client_commands.def"
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

bool client_command_argument(struct json_object *arguments, size_t position, struct string *text)
{
	struct json_object *item =
		arguments ? json_object_array_get_idx(arguments, position) : NULL;

	if (!json_object_is_type(item, json_type_string))
		return false;
	*text = (struct string){
		json_object_get_string(item), (size_t)json_object_get_string_len(item)};
	return true;
}
