/* Resolved templates as read-only documents (text document content).
 *
 * Their URIs are `vtosca-resolved://template/NAME?QUERY`. NAME is for people: the file and the
 * variant. The query is percent-encoded once more as a whole, so that it survives editors that
 * decode and encode it: the variant, encoded, "&", and the URI of the template. An empty variant is
 * the active one. Loop's thread only, but for making URIs. */
#ifndef LSP_SESSION_RESOLVED_DOCUMENT_H
#define LSP_SESSION_RESOLVED_DOCUMENT_H

#include "analyzer/text/arena.h"

struct document;
struct server;
struct shown_content;

#define RESOLVED_SCHEME "vtosca-resolved"

struct resolved_document {
	struct string template; /* URI */
	struct string variant;  /* empty: the active one */
};

struct string resolved_document_uri(struct resolved_document resolved, struct arena *arena);

/* False if `uri` is none. */
bool resolved_document_read(
	struct string uri, struct arena *arena, struct resolved_document *resolved);

/* The client has asked for the content of `uri`, which follows from the document `template`: it is
 * told once when that has changed, and again after it has asked again. */
void resolved_document_asked(struct server *server, struct string uri, struct string template);

/* The document has been analysed anew. */
void resolved_document_refresh(struct server *server, const struct document *document);

void shown_contents_destroy(struct server *server);

#endif
