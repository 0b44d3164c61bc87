/* The base protocol: messages in a stream of bytes.
 *
 * Takes bytes as they come, in pieces of any size, and gives out the contents of
 * one message after the other. A stream that breaks the rules is reported once
 * per break and read again from the next header that makes sense. Knows headers;
 * knows neither JSON nor where the bytes come from. */
#ifndef LSP_WIRE_FRAMING_H
#define LSP_WIRE_FRAMING_H

#include "analyzer/text/string.h"

struct framing;

enum framing_result {
	FRAMING_INCOMPLETE, /* feed more */
	FRAMING_MESSAGE,    /* `content` is the content of a message */
	FRAMING_BROKEN,     /* `content` says in words what was wrong */
};

/* Messages longer than `limit` bytes are reported as broken and not waited for. */
struct framing *framing_create(size_t limit);
void framing_destroy(struct framing *framing);

/* `bytes` are copied. */
void framing_feed(struct framing *framing, struct string bytes);

/* Call until it says FRAMING_INCOMPLETE. `content` is borrowed until the next call of
 * any function here. */
enum framing_result framing_next(struct framing *framing, struct string *content);

/* All that was given out has been handled: large buffers are let go of, if nothing waits in them.
 */
void framing_rest(struct framing *framing);

/* The message given out last turned out to be nonsense. If its length was wrong, it
 * may have swallowed others: reading goes on at the first header inside it, if any. */
void framing_reject(struct framing *framing);

#endif
