/* What else lies on the loop of the host: the transport, and files that take their time. */
#ifndef LSP_SYSTEM_EVENT_LOOP_HOST_H
#define LSP_SYSTEM_EVENT_LOOP_HOST_H

#include "lsp/system/event_loop.h"

/* Is asked on each turn of the loop. */
struct event_source {
	bool (*is_open)(const struct event_source *source); /* the loop goes on for its sake */
	void (*poll)(struct event_source *source);
};

/* Borrowed; NULL: none any more. */
void event_loop_set_source(struct event_loop *loop, struct event_source *source);
struct event_source *event_loop_source(const struct event_loop *loop);

#endif
