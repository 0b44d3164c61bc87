/* What one analysis of a document is given, and what it finds: the part of `analysis_job.h` that
 * runs on another thread. */
#ifndef LSP_JOBS_ANALYSIS_RUN_H
#define LSP_JOBS_ANALYSIS_RUN_H

#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/ide/publication/project_settings.h"
#include "analyzer/text/string.h"
#include "lsp/documents/publication.h"
#include "lsp/session/progress.h"
#include "lsp/wire/client.h"

#include <stdatomic.h>

struct absent_elements;
struct document;
struct document_facts;
struct document_views;
struct file_view;
struct remembered_presence;
struct server;
struct settings;
struct space_report;

/* While it runs, the other thread alone uses it, but for `document`, `cancelled`, `started` and
 * `progress`. Owned by whoever has started it, with all that it refers to, but for `server` and
 * `document`. */
struct analysis_job {
	struct server *server;
	struct document *document; /* NULL once it is closed */
	struct arena *arena;
	struct string uri;
	struct string path;
	struct client client;
	struct settings *settings;
	struct project_settings project; /* win over them; filled by the job */
	struct variant_setting *tried;   /* variants of the document alone */
	size_t tried_count;
	struct string active_variant; /* chosen for the document; empty: as the settings say */
	bool fades;
	bool is_used; /* by another open document: it should be TOSCA */
	struct syntax_tree *tree;
	struct analysis *previous;
	/* What was good while a line is being typed; NULL: what there is in `previous`. */
	struct remembered_presence *good;
	bool files_are_same;           /* since then: the client would have told */
	bool reads_all;                /* no one types, and more is to be found out */
	struct space_report *space;    /* what was known of all inputs; or NULL */
	struct publication *published; /* the document's, lent for the time of the job */
	struct damage damage;
	bool was_told;                  /* by `published`: all of what was found before */
	uint32_t told_focus, told_line; /* as in the document; then what they are now */
	struct focus_range told_around;
	bool is_unchanged;    /* `published` still tells what is found */
	bool depends_on_text; /* what is told, and not on what is found alone */
	struct file_view *files;
	atomic_bool cancelled;
	uint64_t started; /* time of the loop */
	struct own_progress progress;
	struct analysis *analysis;      /* the result, NULL if cancelled */
	struct analysis *shown;         /* instead of it, with what was good; or NULL */
	struct document_facts *facts;   /* at first those before, then the new ones */
	struct absent_elements *absent; /* the same */
	size_t first_absent;            /* that is told; the same */
	struct document_views *views;   /* the same, if the server verifies; else NULL */
	uint32_t focus;
	bool is_being_typed;             /* at the focus */
	bool withholds_some;             /* of what was found: there it will be right in a moment */
	struct publication *publication; /* the same */
};

/* Runs the job, to its end or until it is cancelled. Any thread; `context` is the job. */
void analysis_run(void *context);

/* What has become of the places of what was published, if nothing but values is another in
 * `touched`. */
struct publication_move analysis_run_move(const struct analysis_job *job, struct range touched);

#endif
