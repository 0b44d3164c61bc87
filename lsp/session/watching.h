/* Which files the client is asked to watch: those that a template may read.
 *
 * Clients that know patterns relative to a folder watch the folders of the workspace, and
 * beside documents that are open from elsewhere; others watch what they think right. Loop's
 * thread only. */
#ifndef LSP_SESSION_WATCHING_H
#define LSP_SESSION_WATCHING_H

struct server;

/* Registers what is to be watched now, in the place of what was. Does nothing if that is the same,
 * or if the client does not watch files for servers. */
void watching_update(struct server *server);

#endif
