/* Open documents: the text as the client has it, and what is known of it.
 *
 * Owned and changed by the loop's thread alone; other threads get the tree and the
 * analysis, which never change. */
#ifndef LSP_DOCUMENTS_DOCUMENT_H
#define LSP_DOCUMENTS_DOCUMENT_H

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/name_table.h"
#include "lsp/documents/publication.h"
#include "lsp/wire/json.h"

struct analysis;
struct absent_elements;
struct analysis_job;
struct document_facts;
struct document_views;
struct remembered_presence;
struct request;
struct sent_tokens;
struct settings;
struct space_job;
struct space_report;
struct solved_parts;

#define NO_LINE UINT32_MAX

struct path_list {
	struct arena *arena; /* NULL: empty */
	struct string *items;
	size_t count, capacity;
	struct name_table known; /* the same */
};

/* A variant that the user tries. */
struct tried_variant {
	char *name;
	char *inputs; /* JSON */
};

struct document {
	struct document *next;
	uint64_t number; /* no other document has or had it */
	char *uri;
	char *path; /* of its file; the URI if it has none */
	int64_t version;
	struct syntax_tree *tree; /* of the version */
	struct analysis
		*analysis; /* the newest finished one, of this or an earlier tree; or NULL */
	struct remembered_presence *good; /* of the newest made while no line was unfinished; NULL:
					     of the analysis itself */
	struct analysis *shown;       /* the analysis with what was good of it; NULL: it is good */
	struct document_facts *facts; /* of the tree of the analysis */
	struct absent_elements *absent;  /* of the analysis; NULL if nothing is faded */
	size_t first_absent;             /* of those that were told */
	uint32_t focus;                  /* where the last edit was */
	bool is_being_typed;             /* at `focus`: a moment ago, letter by letter */
	struct publication *publication; /* what the client was told last */
	bool is_told;                    /* all of what facts and analysis find, and no more */
	uint32_t told_focus;             /* around which it was chosen, of what there is much of */
	struct focus_range told_around;  /* the same would be, around any of these sections */
	uint32_t told_line;              /* but for what is withheld on it; NO_LINE: nothing is */
	uint64_t result;                 /* names its content, for clients that ask for it */
	bool is_untold;                  /* the client has not heard of it yet */
	char *foreign;                /* what it was told with of other documents; NULL: nothing */
	bool is_pulled;               /* the client asks for diagnostics: nothing is published */
	struct damage damage;         /* to the text since then */
	struct document_views *views; /* the newest made, maybe of an earlier text; or NULL */
	struct sent_tokens *tokens;   /* that the client has, maybe of an earlier text; or NULL */
	struct settings *settings;    /* its own; NULL: those of the server */
	char *active_variant;         /* chosen for this document; NULL: as the settings say */
	struct tried_variant *tried;  /* until they are dismissed */
	size_t tried_count, tried_capacity;
	struct analysis_job *job;     /* running, or NULL */
	bool wants_analysis;          /* of a tree, files or settings that no job has */
	bool wants_order;             /* … that is `analysis_is_in_order` */
	bool wants_refresh;           /* not because of an edit: the client does not expect it */
	struct request *waiting;      /* for the analysis of this tree, newest first */
	struct space_report *space;   /* of the analysis or an earlier one; or NULL */
	struct solved_parts *answers; /* of the last space, kept when that is outdated; or NULL */
	struct space_job *space_job;  /* running, or NULL */
	bool wants_space;             /* when no one types */
	bool is_changed;              /* since it was saved: as `space` says */
	struct syntax_tree *base;     /* what the client compares it with; or NULL */
	char *base_name;
	bool wants_redraw;        /* what is shown beside diagnostics is another */
	struct path_list reads;   /* files and folders that the analysis depends on */
	struct path_list uses;    /* files that say something about it, or would */
	struct path_list changed; /* since its job began */
	bool was_used;            /* by another document, when its job began */
};

struct document *document_create(
	struct string uri, struct string path, int64_t version, struct string text);

/* Neither a job nor a request may be left. */
void document_destroy(struct document *document);

/* Applies the `contentChanges` of a notification, one after the other. Ranges beyond the text
 * are clipped; a change that makes no sense is left out. The reason is returned, or NULL. */
const char *document_change(
	struct document *document, struct json_object *changes, enum position_encoding encoding);

/* The analysis depends on the file or folder `path`. */
void document_note_read(struct document *document, struct string path);

/* The document is about what is in the file `path`, too, if there is one. */
void document_note_use(struct document *document, struct string path);
bool document_uses(const struct document *document, struct string path);

/* It depends on nothing and uses nothing so far. */
void document_forget_reads(struct document *document);

/* The file or folder `path` has changed while a job runs, which may have read what it was before;
 * whether it had is known when it ends. */
void document_note_change(struct document *document, struct string path);

/* Whether a change that was noted is of what the analysis depends on. All are forgotten. */
bool document_missed_change(struct document *document);

/* Whether it depends on the file or folder `path`, or on the folder that holds it. */
bool document_has_read(const struct document *document, struct string path);

/* What the client has been told of it by way of other documents. */
void document_note_foreign(struct document *document, struct string foreign);

/* Chooses for this document; `name` may be NULL. */
void document_set_active_variant(struct document *document, const char *name);

/* Tries a variant, which is the active one from now on; one of the same name is replaced. */
void document_try(struct document *document, struct string name, struct string inputs);

/* No longer tries the variant, or any if `name` is empty. False if it tried none. */
bool document_dismiss(struct document *document, struct string name);

/* From now on it is compared with the text, an earlier one of that name; with none if it is NULL.
 */
void document_set_base(struct document *document, const struct string *text, struct string name);

/* Its own settings, or those of the server. */
struct settings *document_settings(
	const struct document *document, struct settings *settings_of_server);

/* Whether absent elements of the document are faded at all, with its settings. */
bool document_fades(const struct document *document, const struct settings *settings);

/* Whether the newest analysis is that of the text as it is. */
bool document_is_analysed(const struct document *document);

#endif
