/* Commands that clients may execute: one row each in client_commands.def. */
#ifndef LSP_HANDLERS_CLIENT_COMMAND_H
#define LSP_HANDLERS_CLIENT_COMMAND_H

#include "lsp/wire/json.h"

struct request;
struct server;

struct client_command {
	const char *name;
	/* Answers `request`, now or later; `arguments` are the request's, NULL if it has none. */
	void (*handle)(
		struct server *server, struct request *request, struct json_object *arguments);
	const char *arguments, *result, *documentation; /* Markdown */
};

const struct client_command *client_commands(size_t *count);

/* NULL if there is no such command. */
const struct client_command *client_command_find(struct string name);

#define COMMAND(name, handler, arguments, result, documentation)                                   \
	void handler(struct server *server, struct request *request, struct json_object *list);
#include "lsp/handlers/client_commands.def"
#undef COMMAND

#endif
