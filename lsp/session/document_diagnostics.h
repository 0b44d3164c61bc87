/* What the client is told about a document: its own diagnostics, and those of other open
 * templates whose mistake is in it, as in technology rules or in `lib/`. Loop's thread only. */
#ifndef LSP_SESSION_DOCUMENT_DIAGNOSTICS_H
#define LSP_SESSION_DOCUMENT_DIAGNOSTICS_H

#include "analyzer/text/arena.h"

struct document;
struct server;

/* A JSON array in `arena`. The document has to be analysed; templates that are not yet are left
 * out, since their places may be those of an earlier text. */
struct string document_diagnostics_json(
	const struct server *server, const struct document *document, struct arena *arena);

/* If the client has not been told the same before, and does not ask for them. */
void document_diagnostics_publish(struct server *server, struct document *document);

/* While the client does not read, nothing is published; once it has read all, what has changed is.
 */
void document_diagnostics_publish_owed(struct server *server);

/* The same of documents that `document` says something about, or did before; NULL: that
 * anyone did, after a document was closed. */
void document_diagnostics_publish_others(struct server *server, const struct document *document);

#endif
