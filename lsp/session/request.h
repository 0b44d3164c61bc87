/* Requests of the client, from their arrival to their one answer. Loop's thread only. */
#ifndef LSP_SESSION_REQUEST_H
#define LSP_SESSION_REQUEST_H

#include "lsp/wire/message.h"

#include <stdatomic.h>

struct document;
struct method;
struct request;
struct server;

/* What happens when a request's turn comes. */
struct turn {
	void (*take)(struct server *server, struct request *request);
	void (*miss)(struct request *request); /* it was answered before; may be NULL */
	void *context;
};

struct request {
	struct request *next; /* of those without an answer */
	struct request *next_waiting;
	struct json_object *id;
	struct json_object *params;
	const struct method *method;
	struct document *document; /* it waits for; NULL if it does not wait */
	bool answered;
	bool running; /* another thread works on it, and releases it afterwards */
	atomic_bool cancelled;
	struct request *next_queued;
	struct turn turn; /* while it is queued */
};

/* Registers a request; it lives until it is answered and nobody works on it. */
struct request *request_create(
	struct server *server, const struct method *method, const struct message *message);

/* Exactly one of these per request; further ones do nothing but let go of `result`. */
void request_answer(struct server *server, struct request *request, struct json_object *result);
void request_fail(struct server *server, struct request *request, enum error_code code,
	const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Its turn comes when no more than a few are being worked on, those before it have had theirs, and
 * the client reads what it is sent: answers that nobody takes are not made. */
void request_queue(struct server *server, struct request *request, struct turn turn);

/* Handles one of kind METHOD_REQUEST, at once or as soon as the client reads. */
void request_handle(struct server *server, struct request *request);

/* Those whose turn has come take it. */
void requests_go_on(struct server *server);

/* What is queued while the client does not read is about documents as they are no more. */
void requests_outdated(struct server *server);

/* The thread that worked on it is done. */
void request_finish_running(struct request *request);

/* The request without an answer that has this id; NULL if there is none. */
struct request *request_find(struct server *server, struct json_object *id);

#endif
