/* Requests of the server to the client. Loop's thread only. */
#ifndef LSP_SESSION_CALL_H
#define LSP_SESSION_CALL_H

#include "lsp/wire/message.h"

struct server;

/* What to do with the response of the client; `tag` says what the call was about. */
struct reaction {
	void (*answered)(struct server *server, const struct message *response, uint64_t tag);
	uint64_t tag;
};

/* Sends a request; takes over `params`, which may be NULL. The reaction may be empty; it does
 * not come if the client never answers. */
void call_client(struct server *server, const char *method, struct json_object *params,
	struct reaction reaction);

/* Gives a response of the client to the call it belongs to. */
void call_answered(struct server *server, const struct message *response);

void calls_destroy(struct server *server);

#endif
