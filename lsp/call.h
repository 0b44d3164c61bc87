/* Requests of the server to the client. Loop's thread only. */
#ifndef LSP_CALL_H
#define LSP_CALL_H

#include "lsp/message.h"

struct server;

/* Sends a request; takes over `params`. `answered` (may be NULL) is called once with the
 * result, borrowed; NULL for null or an error. It is not called if the client never answers. */
void call_client(struct server *server, const char *method, struct json_object *params,
	void (*answered)(struct server *server, struct json_object *result));

/* Gives a response of the client to the call it belongs to. */
void call_answered(struct server *server, const struct message *response);

void calls_destroy(struct server *server);

#endif
