/* Files outside the folders that the client has open: whether they are read is for the user to say.
 * Loop's thread only. */
#ifndef LSP_SESSION_OUTSIDE_H
#define LSP_SESSION_OUTSIDE_H

#include "analyzer/text/string.h"

struct file_view;
struct server;

/* The files as jobs see them, within the bounds that there are now. Without `with_open`, all are as
 * they are on disk. */
struct file_view *outside_view(const struct server *server, bool with_open);

/* Asks the user once whether a file that was refused, and others, may be read; `allowed` follows if
 * so. Does nothing if `path` is empty or there is no one to ask. */
void outside_ask(struct server *server, struct string path, void (*allowed)(struct server *server));

#endif
