/* What a method of the protocol is: how it is handled, and which capability announces it. */
#ifndef LSP_SESSION_METHOD_H
#define LSP_SESSION_METHOD_H

#include "lsp/wire/json.h"

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
	METHOD_OF_SPACE,     /* waits until all inputs have been looked at as well */
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

#endif
