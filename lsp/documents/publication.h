/* The diagnostics of one version of a document as the client is told them.
 *
 * Most of what is told after a keystroke was told before it. The JSON of a diagnostic is
 * kept and used again where nothing but its place has changed; where not even that has, it
 * is copied as it is. Made on any thread, never changed. */
#ifndef LSP_DOCUMENTS_PUBLICATION_H
#define LSP_DOCUMENTS_PUBLICATION_H

#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/model/types/files.h"
#include "analyzer/syntax/tree/syntax_tree.h"
#include "lsp/wire/client.h"

struct absent_elements;
struct publication;

/* The part of a text that edits have replaced: `old_end` is its end before, `new_end` after
 * them; what is before `start` and behind the ends is as it was. */
struct damage {
	bool any;
	uint32_t start;
	uint32_t old_end;
	uint32_t new_end;
};

/* `damage` and then one more edit. */
struct damage damage_add(struct damage damage, struct text_edit edit);

/* What is needed to tell the client about a diagnostic. */
struct publication_request {
	struct ide_diagnostics diagnostics; /* in the order of the text */
	const struct syntax_tree *tree;
	struct string uri;
	const struct client *client;
	const struct files *files; /* for places in other files; may be NULL */
	struct string page;        /* URI of what is said about each code; empty: nothing is */
	/* The publication of an earlier version and what has happened to the text since; or NULL.
	 * It stays as it is. */
	const struct publication *previous;
	struct damage damage;
};

struct publication *publication_create(const struct publication_request *request);
void publication_destroy(struct publication *publication); /* NULL is harmless */

/* To a later text, in which the sections of `touched` are others. */
struct publication_move {
	struct syntax_tree *tree;
	struct damage damage; /* since the text of the publication */
	struct range touched; /* in the later text */
	/* Those that were told, from `first_absent` on, in the later text; or NULL. */
	const struct absent_elements *absent;
	size_t first_absent;
	enum position_encoding encoding;
};

/* Whether all that was told is at the same place in the later text, where the same is found. */
bool publication_stays(const struct publication *publication, const struct publication_move *move);

/* It is of the later text from now on: it stays there. */
void publication_follow(struct publication *publication, const struct publication_move *move);

/* A JSON array, borrowed. */
struct string publication_json(const struct publication *publication);

/* How many diagnostics were written anew; the others stem from the previous publication. */
size_t publication_written(const struct publication *publication);

/* A diagnostic whose mistake is in another file. */
struct elsewhere {
	struct string path;
	bool is_syntax_error;
	struct string
		mistake;    /* what is wrong at which place there, in whichever template it shows */
	struct string json; /* the same, related to the place in the template */
};

struct elsewhere_list {
	size_t count;
	const struct elsewhere *items;
};

/* Whether it tells the same somewhere. Of NULL: no. */
bool publication_tells(
	const struct publication *publication, const struct ide_diagnostic *diagnostic);

bool publication_tells_syntax_errors(const struct publication *publication);

/* Borrowed. */
struct elsewhere_list publication_elsewhere(const struct publication *publication);

/* The params of textDocument/publishDiagnostics, a new object. */
struct json_object *publication_params(
	struct string json, const char *uri, int64_t version, const struct client *client);

#endif
