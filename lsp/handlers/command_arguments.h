/* Arguments of commands that clients execute. */
#ifndef LSP_HANDLERS_COMMAND_ARGUMENTS_H
#define LSP_HANDLERS_COMMAND_ARGUMENTS_H

#include "lsp/wire/json.h"

/* An argument that is a string; false if there is none. `arguments` may be NULL. */
bool client_command_argument(struct json_object *arguments, size_t position, struct string *text);

#endif
