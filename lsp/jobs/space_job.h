/* What holds for all assignments of the inputs, found out on the threads of the pool when no one
 * types.
 *
 * A document has at most one job, about its newest analysis. Whatever makes that obsolete
 * tells the job to give up. What is found is kept with the document as long as it holds.
 * Loop's thread only. */
#ifndef LSP_JOBS_SPACE_JOB_H
#define LSP_JOBS_SPACE_JOB_H

#include <stdbool.h>

struct document;
struct server;
struct space_job;

/* Does the document have what there is to know about its newest analysis? */
bool space_is_known(const struct document *document);

/* The document has been analysed: after a rest the job begins, if the settings want it to.
 * `server->space_found` is called when something new is known, `server->order_wanted` when the
 * analysis has to be `analysis_is_in_order` first. */
void space_want(struct server *server, struct document *document);

/* Someone waits for it: the job begins now, if the document is analysed and has none. */
void space_demand(struct server *server, struct document *document);

/* The document was saved: nothing has changed since. */
void space_saved(struct server *server, struct document *document);

/* The document has another base: what is known does not say what has changed since. */
void space_rebase(struct server *server, struct document *document);

/* The document is about to be another one; a job that runs is of no use any more. */
void space_cancel(struct document *document);

/* The document has another analysis: what does not hold for it is let go of, with the analysis that
 * it was found of. */
void space_forget_outdated(struct document *document);

/* The document is closed: a running job has no one to report to. */
void space_forget(struct document *document);

#endif
