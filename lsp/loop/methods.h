/* The methods of the protocol that the server handles: one row each in methods.def.
 *
 * From the row come the dispatch and the server's capabilities. To add a method, give
 * it a row and a handler in a file of its own, `handle_<what>.c`. */
#ifndef LSP_LOOP_METHODS_H
#define LSP_LOOP_METHODS_H

#include "lsp/session/method.h"

/* NULL if the server does not know it. */
const struct method *method_find(const char *name);

/* All methods, sorted by name. */
const struct method *methods_all(size_t *count);

/* A new object: what the methods' rows say, for the answer to `initialize`. */
struct json_object *methods_capabilities(void);

#endif
