/* Requests that only read documents, answered on a thread of the pool.
 *
 * A handler gets what never changes: the tree and the newest analysis of a document, the
 * settings, the params. It returns its result or says why it failed. Meanwhile the loop
 * goes on, the document may change, and the request may be cancelled. */
#ifndef LSP_JOBS_FEATURE_H
#define LSP_JOBS_FEATURE_H

#include "analyzer/text/arena.h"
#include "lsp/documents/settings.h"
#include "lsp/wire/client.h"
#include "lsp/wire/message.h"

#include <stdatomic.h>

struct document;
struct document_facts;
struct document_views;
struct partial_results;
struct request;
struct sent_tokens;
struct server;
struct space;
struct space_changed;
struct space_report;

/* One open document as it was when the request came. */
struct feature_document {
	struct string uri;
	struct string path;
	int64_t version;
	const struct syntax_tree *tree;
	/* The newest finished one, of `tree` or an earlier one; NULL if there is none yet. For
	 * methods OF_ANALYSIS it is that of `tree`. */
	const struct document_facts *facts; /* NULL, or of the tree of an analysis */
	const struct analysis *analysis;
	/* What is shown of it, which may be better: for those who ask feature_show(). */
	const struct analysis *shown;
	/* What holds for all inputs, if that is known already; for methods OF_SPACE it is. */
	const struct space *space;
	const struct space_report *report; /* that holds it */
	/* Since the text was saved, and since its base; each or NULL. */
	const struct space_changed *changed, *changed_since_base;
	bool fades; /* whether the user wants an active variant at all */
	/* The newest, of `tree` or an earlier one; NULL if there are none. */
	const struct document_views *views;
	const struct sent_tokens *tokens; /* that the client has; NULL if none */
};

struct feature {
	struct json_object *params;
	struct arena *arena; /* lives until the result is sent */
	struct client client;
	const struct settings *settings;
	const struct files *files;    /* as they are when the request is answered */
	const struct string *folders; /* for methods OF_FILES and OF_WORKSPACE: normalized paths */
	size_t folder_count;
	const atomic_bool *cancelled;
	const struct request *request; /* for feature_pass_on */
	struct partial_results *partial_results;
	struct feature_document document;         /* the params' one */
	const struct feature_document *documents; /* the same: all open ones */
	size_t document_count;
	struct document_views *views; /* set by feature_views: the document keeps them */
	uint64_t result_id; /* for answers that have a name: no other request has this one */
	struct sent_tokens
		*tokens;       /* set by the handler that sends some: the document keeps them */
	bool looked_at_part;   /* of a workspace that is too large */
	enum error_code error; /* 0: none */
	struct string explanation;
};

/* Answers `request` when the document's state allows it. */
void feature_request(struct server *server, struct request *request);

/* Answers `request` by `handle` on another thread, about the document as it is now; NULL: about
 * none. For requests that feature_request does not know. */
void feature_start(struct server *server, struct request *request, const struct document *document,
	struct json_object *(*handle)(struct feature *feature));

/* The document that the params of `request` name; NULL if it has been answered with an
 * error, because they name none or it is not open. */
struct document *feature_find_document(struct server *server, struct request *request);

/* `request` is taken up again when the document has been analysed. */
void feature_wait(struct request *request, struct document *document);

/* The document has been analysed: answers the requests that waited for it. */
void feature_resume(struct server *server, struct document *document);

/* The document is another one now, or closed: what waited for the old one has failed. */
void feature_abandon(struct server *server, struct document *document);

/* For handlers. */

/* Fails with "invalid params" and returns false if they have no such position or range. */
bool feature_offset(struct feature *feature, uint32_t *offset);
bool feature_range(struct feature *feature, struct range *range);

/* The views of the document as it is, made of the newest there are. */
const struct document_views *feature_views(struct feature *feature);

/* Always NULL. */
struct json_object *feature_fail(struct feature *feature, enum error_code code, const char *format,
	...) __attribute__((format(printf, 3, 4)));

/* Has `document.analysis` be what is shown of it: while a line is being typed, what was good still
 * is. Ask it for variants, elements and presence alone. Returns it. */
const struct analysis *feature_show(struct feature *feature);

/* What `list` holds is sent if the client takes the result in parts, and taken out. A handler that
 * finds one thing after the other calls it between them; the rest follows with the result. */
void feature_pass_on(const struct feature *feature, struct json_object *list);

/* Text for people: Markdown, or plain where the client knows nothing else. */
struct json_object *feature_markup(
	const struct feature *feature, struct string text, bool markdown);

/* Edits of the document, as a WorkspaceEdit. */
struct json_object *feature_workspace_edit(
	const struct feature *feature, const struct text_edit *edits, size_t count);

/* The name of the variant whose absent elements are faded; empty if there is none. */
struct string feature_active_variant(const struct feature *feature);

/* A range, an edit, and edits as a list, of the document. */
struct json_object *feature_convert(const struct feature *feature, struct range range);
struct json_object *feature_convert_edit(
	const struct feature *feature, const struct text_edit *edit);
struct json_object *feature_convert_edits(
	const struct feature *feature, const struct text_edit *edits, size_t count);

#endif
