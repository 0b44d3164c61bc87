/* The way to the client and back: on libuv standard input and output, be they pipes, sockets, files
 * or terminals; as WebAssembly what the host has for it.
 *
 * Bytes come in through a callback; messages go out in order, however slowly the
 * client reads, and are kept until they are written. Knows nothing of what the bytes mean. */
#ifndef LSP_SYSTEM_TRANSPORT_H
#define LSP_SYSTEM_TRANSPORT_H

#include "lsp/system/event_loop.h"
#include "lsp/wire/json.h"

struct transport;

struct transport_events {
	void *context;
	void (*received)(void *context, struct string bytes);
	void (*drained)(void *context); /* everything sent has been written */
	/* The client is gone: the input ended, or one of the two is broken. Comes once. */
	void (*ended)(void *context, const char *reason);
};

/* Starts reading. NULL with a reason on standard error if one of the two directions cannot be used.
 */
struct transport *transport_create(struct event_loop *loop, struct transport_events events);

/* Takes over `message` and sends it with its header. */
void transport_send(struct transport *transport, struct json_object *message);

/* Bytes that are kept until the client reads them. */
size_t transport_unsent(const struct transport *transport);

/* While paused nothing is read, so that the client feels that it is too fast. */
void transport_pause(struct transport *transport, bool paused);

/* Gives up both directions; the memory goes with the last event of the loop. */
void transport_close(struct transport *transport);

#endif
