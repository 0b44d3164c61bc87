/* The diagnostics of one version of a document as the client is told them.
 *
 * Most of what is told after a keystroke was told before it: the JSON of a diagnostic is
 * kept and used again where nothing but its place has changed, and whole runs of it
 * where not even that has. Made on any thread, never changed. */
#ifndef LSP_PUBLICATION_H
#define LSP_PUBLICATION_H

#include "analyzer/ide/diagnostics.h"
#include "analyzer/syntax/syntax_tree.h"
#include "lsp/client.h"

struct publication;

/* `previous` is a publication of an earlier version, or NULL; it stays as it is.
 * `uri` is that of the document. */
struct publication *publication_create(const struct publication *previous,
	struct ide_diagnostics diagnostics, const struct syntax_tree *tree,
	const struct client *client, struct string uri);
void publication_destroy(struct publication *publication); /* NULL is harmless */

/* A JSON array, borrowed. */
struct string publication_json(const struct publication *publication);

/* The params of textDocument/publishDiagnostics, a new object. */
struct json_object *publication_params(
	const struct publication *publication, const char *uri, int64_t version);

#endif
