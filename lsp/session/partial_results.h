/* Parts of results on their way from the threads that find them to the client, which gave a
 * `partialResultToken` to see the first before the last is found. */
#ifndef LSP_SESSION_PARTIAL_RESULTS_H
#define LSP_SESSION_PARTIAL_RESULTS_H

#include "lsp/wire/json.h"

struct partial_results;
struct request;
struct server;

/* Loop's thread only: */
struct partial_results *partial_results_create(struct server *server);

/* Sends what is there, in its order; what belongs to a request with an answer is dropped. */
void partial_results_send(struct partial_results *results);

/* Sends nothing of its own accord any more, so that the loop can end; destroyed behind its end. */
void partial_results_close(struct partial_results *results);
void partial_results_destroy(struct partial_results *results);

/* Any thread: the part will be sent soon, in any case by the next partial_results_send. `request`
 * lives until then; `part` is JSON, copied. */
void partial_results_add(
	struct partial_results *results, const struct request *request, struct string part);

#endif
