/* Analyses of documents on the threads of the pool.
 *
 * A document has at most one job. An edit tells a running job to give up; whether it does
 * or comes to its end, nothing of it is published, and the newest text is analysed next.
 * Loop's thread only. */
#ifndef LSP_JOBS_ANALYSIS_JOB_H
#define LSP_JOBS_ANALYSIS_JOB_H

#include "analyzer/text/string.h"

struct analysis_job;
struct document;
struct server;

/* The document has changed. */
void analysis_want(struct server *server, struct document *document);

/* Something else has: files it reads, settings, the active variant. */
void analysis_want_again(struct server *server, struct document *document);

/* No one types: the analysis of the same text is to be `analysis_is_in_order`. */
void analysis_want_order(struct server *server, struct document *document);

/* What is known beside the analysis has changed: all of it is shown anew. */
void analysis_want_redraw(struct server *server, struct document *document);

/* Of every open document: settings or files have changed. */
void analysis_want_all(struct server *server);

/* A file has another text, on disk or because it was opened, edited or closed: analyses that
 * depend on it, or find when they end that they do, are repeated. */
void analysis_file_changed(struct server *server, struct string path);

/* Documents that others have begun or ceased to depend on: whether they should be TOSCA is another
 * question now. */
void analysis_want_used(struct server *server);

/* Starts what is wanted. Called when all input at hand has been read, so that a burst of
 * edits is analysed once. */
void analysis_start_wanted(struct server *server);

/* Takes back what the client was told about the document. */
void analysis_publish_none(struct server *server, struct document *document);

/* The document is closed: a running job has no one to report to. */
void analysis_forget(struct document *document);

#endif
