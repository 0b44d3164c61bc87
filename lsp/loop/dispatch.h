/* From a message to the handler of its method, with the errors the protocol asks for. */
#ifndef LSP_LOOP_DISPATCH_H
#define LSP_LOOP_DISPATCH_H

#include "analyzer/text/string.h"

#include <stdbool.h>

struct server;

/* Handles the content of one message, or of a batch of them (each is answered on its own).
 * False if it is no JSON; the client has been told. */
bool dispatch(struct server *server, struct string content);

/* Tells the client that the stream of messages was broken. */
void dispatch_broken(struct server *server, struct string reason);

#endif
