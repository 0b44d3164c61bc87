/* Paths of files as URIs (RFC 8089), in both directions. Results end with a NUL. */
#ifndef LSP_WIRE_URI_H
#define LSP_WIRE_URI_H

#include "analyzer/text/arena.h"

/* The path of a `file:` URI, with %-escapes decoded; the URI itself for any other
 * scheme (an unsaved or remote document) or machine, so that it still names the document. */
struct string uri_to_path(struct string uri, struct arena *arena);

/* The `file:` URI of an absolute path; what is a URI already is copied. */
struct string uri_from_path(struct string path, struct arena *arena);

/* Everything but letters, digits and "/-._~" as %-escapes, and back. */
struct string uri_encode(struct string text, struct arena *arena);
struct string uri_decode(struct string escaped, struct arena *arena);

#endif
