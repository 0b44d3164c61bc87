/* The methods of the protocol that the server handles: one row each in methods.def.
 *
 * From the row come the dispatch and the server's capabilities. To add a method, give
 * it a row and a handler in a file of its own, `handle_<what>.c`. */
#ifndef LSP_METHOD_H
#define LSP_METHOD_H

#include "lsp/json.h"

struct feature;
struct request;
struct server;

enum method_kind {
	/* Handled on the loop's thread, at once. */
	METHOD_NOTIFICATION,
	METHOD_REQUEST,
	/* Requests answered on another thread, from an unchanging state of documents. The
	 * document is the one that the params name. */
	METHOD_OF_TREE,      /* its text is enough: never waits for an analysis */
	METHOD_OF_ANALYSIS,  /* waits for the analysis of the text it was asked for */
	METHOD_OF_FILES,     /* its text, all open documents and the files of the workspace */
	METHOD_OF_WORKSPACE, /* the same without a document of its own */
};

struct method {
	const char *name;
	enum method_kind kind;
	union {
		void (*notification)(struct server *server, struct json_object *params);
		/* Answers `request`, now or later. */
		void (*request)(struct server *server, struct request *request);
		/* The result, now owned by the caller; NULL for null or if it failed. */
		struct json_object *(*feature)(struct feature *feature);
	} handle;
	const char *capability; /* member of the server's capabilities, or NULL */
	/* Its value as JSON, or a function that makes it. */
	const char *options;
	struct json_object *(*make_options)(void);
};

/* NULL if the server does not know it. */
const struct method *method_find(const char *name);

/* All methods, sorted by name. */
const struct method *methods_all(size_t *count);

/* A new object: what the methods' rows say, for the answer to `initialize`. */
struct json_object *methods_capabilities(void);

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
#include "lsp/methods.def"
#undef NOTIFICATION
#undef REQUEST
#undef REQUEST_WITH
#undef FEATURE
#undef FEATURE_WITH

#endif
