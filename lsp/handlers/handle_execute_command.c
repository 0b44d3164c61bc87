/* workspace/executeCommand: the commands of client_commands.def */
#include "lsp/handlers/client_command.h"
#include "lsp/handlers/handlers.h"
#include "lsp/session/server.h"

struct json_object *command_options(void)
{
	struct json_object *options = new_object();
	struct json_object *names = new_array();
	size_t count;
	const struct client_command *commands = client_commands(&count);

	for (size_t i = 0; i < count; i++)
		push(names, new_text(commands[i].name));
	put(options, "commands", names);
	put(options, "workDoneProgress", new_boolean(true));
	return options;
}

void handle_execute_command(struct server *server, struct request *request)
{
	struct string name = {0};
	const struct client_command *command;

	member_string(request->params, "command", &name);
	command = client_command_find(name);
	if (command)
		command->handle(server, request, member_array(request->params, "arguments"));
	else
		request_fail(server, request, ERROR_INVALID_PARAMS, "Unknown command \"%.*s\"",
			STRING_ARGUMENTS(name));
}
