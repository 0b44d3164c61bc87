#include "lsp/system/transport.h"

#include "base/memory.h"
#include "lsp/system/event_loop_host.h"
#include "lsp/system/host.h"

#include <stdio.h>

enum {
	READ_SIZE = 64 * 1024
};

struct transport {
	struct event_source source; /* first: what the loop knows of it */
	struct event_loop *loop;
	struct transport_events events;
	bool paused;
	bool ended;
	bool is_full; /* something sent is still on its way */
	char buffer[READ_SIZE];
};

static bool is_open(const struct event_source *source)
{
	const struct transport *transport = (const struct transport *)source;

	return (!transport->paused && !transport->ended) || transport->is_full;
}

/* The transport may be closed by what it tells. */
static void poll(struct event_source *source)
{
	struct transport *transport = (struct transport *)source;
	struct event_loop *loop = transport->loop;
	struct transport_events events = transport->events;

	if (transport->is_full && host_unsent() == 0) {
		transport->is_full = false;
		events.drained(events.context);
	}
	while (event_loop_source(loop) == source && !transport->paused && !transport->ended) {
		int size = host_receive(transport->buffer, sizeof(transport->buffer));

		if (size == 0)
			return;
		transport->ended = size < 0;
		if (size > 0)
			events.received(
				events.context, (struct string){transport->buffer, (size_t)size});
		else
			events.ended(events.context, "the input has ended");
	}
}

struct transport *transport_create(struct event_loop *loop, struct transport_events events)
{
	struct transport *transport = memory_allocate(1, sizeof(*transport));

	transport->source = (struct event_source){is_open, poll};
	transport->loop = loop;
	transport->events = events;
	event_loop_set_source(loop, &transport->source);
	return transport;
}

static void send_part(struct string part)
{
	if (part.length > 0)
		host_send(part.bytes, part.length);
}

void transport_send(struct transport *transport, struct json_object *message)
{
	struct json_parts parts = write_json_parts(message);
	char header[48];
	int length = snprintf(header, sizeof(header), "Content-Length: %zu\r\n\r\n",
		parts.head.length + parts.body.length + parts.tail.length);

	if (!transport->ended) {
		host_send(header, (size_t)length);
		send_part(parts.head);
		send_part(parts.body);
		send_part(parts.tail);
		transport->is_full = true;
	}
	json_object_put(message);
}

size_t transport_unsent(const struct transport *transport)
{
	return transport->ended ? 0 : host_unsent();
}

void transport_pause(struct transport *transport, bool paused)
{
	transport->paused = paused;
}

void transport_close(struct transport *transport)
{
	if (!transport)
		return;
	event_loop_set_source(transport->loop, NULL);
	memory_release(transport);
}
