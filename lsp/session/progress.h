/* Work-done progress, as editors show it. `token` is borrowed: a string or number that the client
 * has given or accepted; NULL: nothing is told. Loop's thread only. */
#ifndef LSP_SESSION_PROGRESS_H
#define LSP_SESSION_PROGRESS_H

#include "lsp/session/call.h"
#include "lsp/wire/json.h"

struct server;

void progress_begin(
	struct server *server, struct json_object *token, const char *title, struct string message);
void progress_report(struct server *server, struct json_object *token, struct string message,
	unsigned percentage);
void progress_end(struct server *server, struct json_object *token);

/* Of work that nobody asked for: the client has to give leave to show it. Begins zeroed. */
struct own_progress {
	uint64_t tag; /* 0: the client was not asked yet */
	bool is_shown;
};

/* Asks, once; `answered` gets the answer with the tag. */
void own_progress_ask(struct server *server, struct own_progress *progress,
	void (*answered)(struct server *server, const struct message *response, uint64_t tag));

/* Shows it, if it is what the client has answered about. */
void own_progress_show(struct server *server, struct own_progress *progress,
	const struct message *response, uint64_t tag, const char *title, struct string message);
void own_progress_end(struct server *server, const struct own_progress *progress);

#endif
