/* Work-done progress, as editors show it. `token` is borrowed: a string or number that the client
 * has given or accepted; NULL: nothing is told. Loop's thread only. */
#ifndef LSP_SESSION_PROGRESS_H
#define LSP_SESSION_PROGRESS_H

#include "lsp/wire/json.h"

struct server;

void progress_begin(
	struct server *server, struct json_object *token, const char *title, struct string message);
void progress_report(struct server *server, struct json_object *token, struct string message,
	unsigned percentage);
void progress_end(struct server *server, struct json_object *token);

#endif
