/* One handler per row of methods.def, each in a file of its own. */
#ifndef LSP_HANDLERS_HANDLERS_H
#define LSP_HANDLERS_HANDLERS_H

#include "analyzer/text/position.h"

#include "lsp/session/method.h"

#define NOTIFICATION(name, handler) void handler(struct server *server, struct json_object *params);
#define REQUEST(name, handler, capability, options)                                                \
	void handler(struct server *server, struct request *request);
#define REQUEST_WITH(name, handler, capability, make_options)                                      \
	void handler(struct server *server, struct request *request);                              \
	struct json_object *make_options(void);
#define FEATURE(name, kind, handler, capability, options)                                          \
	struct json_object *handler(struct feature *feature);
#define FEATURE_WITH(name, kind, handler, capability, make_options)                                \
	struct json_object *handler(struct feature *feature);                                      \
	struct json_object *make_options(void);
#include "lsp/handlers/methods.def"
#undef NOTIFICATION
#undef REQUEST
#undef REQUEST_WITH
#undef FEATURE
#undef FEATURE_WITH

/* Where a link leads, a definition does as well: the URI of the file whose name is at `offset` of
 * the document; empty if there is none. `*origin` is the name. */
struct string linked_file(struct feature *feature, uint32_t offset, struct range *origin);

/* What a hover says at `offset`, as the client wants it; NULL if nothing. `*range` is what it is
 * about. */
struct json_object *hover_contents(struct feature *feature, uint32_t offset, struct range *range);

#endif
