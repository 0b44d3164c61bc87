#include "lsp/jobs/space_job.h"

#include "analyzer/text/path.h"
#include "analyzer/variability/space/space_report.h"
#include "base/memory.h"
#include "lsp/documents/workspace_files.h"
#include "lsp/session/call.h"
#include "lsp/session/outside.h"
#include "lsp/session/progress.h"
#include "lsp/session/server.h"

enum {
	/* Milliseconds without a key after which there may be something to be told. */
	REST = 400,
	/* … after which a user wants to know what takes so long. */
	PROGRESS_AFTER = 200,
	/* Fewer than the pool has threads, beside analyses and requests. */
	RUNNING_LIMIT = 1
};

struct space_job {
	struct server *server;
	struct document *document; /* NULL once it is closed */
	struct analysis *analysis;
	struct file_view *disk;   /* as everything is saved */
	struct syntax_tree *base; /* as in the document; or NULL */
	struct string base_name;
	struct arena *arena;
	struct string path;
	struct solved_parts *answers; /* of the space before it; may be NULL */
	struct space_report *report;  /* the result, NULL if cancelled */
	atomic_bool cancelled;
	struct own_progress progress;
};

bool space_is_known(const struct document *document)
{
	return space_report_holds(document->space, document->analysis);
}

/* ---- progress ---- */

static void show_progress(struct server *server, const struct message *response, uint64_t tag)
{
	for (struct document *d = server->documents; d; d = d->next)
		if (d->space_job)
			own_progress_show(server, &d->space_job->progress, response, tag,
				"Looking at all values of the inputs",
				path_name(string_from(d->path)));
}

static void look_at_progress(void *context)
{
	struct server *server = context;

	for (struct document *d = server->documents; d; d = d->next)
		if (d->space_job)
			own_progress_ask(server, &d->space_job->progress, show_progress);
}

/* ---- jobs ---- */

static void start_wanted(struct server *server);

static struct string whole_text(const struct syntax_tree *tree, struct arena *arena)
{
	return syntax_tree_text(tree, (struct range){0, syntax_tree_length(tree)}, arena);
}

/* What has changed since the document was like `tree`. */
static void compare(
	struct space_job *job, enum space_since since, struct string name, struct syntax_tree *tree)
{
	struct analysis *before = analysis_create(&(struct analysis_request){.tree = tree,
		.path = job->path,
		.files = file_view_files(job->disk),
		.cancelled = &job->cancelled,
		.only_presence = true});

	if (before)
		space_report_compare(job->report, since, name, before, &job->cancelled);
	analysis_release(before);
}

/* A text that is saved as it is open is not parsed again. */
static void compare_with_earlier(struct space_job *job)
{
	struct string text = whole_text(analysis_tree(job->analysis), job->arena);

	if (!file_view_has_text(job->disk, job->path, text)) {
		struct syntax_tree *saved = files_read(file_view_files(job->disk), job->path);

		if (saved && !string_equal(whole_text(saved, job->arena), text))
			compare(job, SINCE_SAVED, STRING("saved"), saved);
		syntax_tree_release(saved);
	}
	if (job->base && !string_equal(whole_text(job->base, job->arena), text))
		compare(job, SINCE_BASE, job->base_name, job->base);
}

static bool is_small(const struct space *space)
{
	struct arena *scratch = arena_create();
	double count = space_assignments(space, scratch).count;

	arena_destroy(scratch);
	return count <= SPACE_MOST_COMBINATIONS;
}

static void work(void *context)
{
	struct space_job *job = context;

	job->report = space_report_create(job->analysis, job->answers, &job->cancelled);
	if (job->report && is_small(space_report_space(job->report)))
		compare_with_earlier(job);
}

static void worked(void *context)
{
	struct space_job *job = context;
	struct server *server = job->server;
	struct document *document = job->document;

	if (--server->running_spaces == 0)
		loop_timer_stop(server->space_progress);
	own_progress_end(server, &job->progress);
	if (document) {
		document->space_job = NULL;
		if (job->report && !atomic_load(&job->cancelled) &&
			space_report_holds(job->report, document->analysis)) {
			space_report_release(document->space);
			document->space = job->report;
			document->is_told = false;
			solved_parts_destroy(document->answers);
			document->answers = solved_parts_retain(
				space_answers(space_report_space(document->space)));
			document->is_changed = true;
			job->report = NULL;
			server->space_found(server, document);
		}
	}
	analysis_release(job->analysis);
	space_report_release(job->report);
	solved_parts_destroy(job->answers);
	file_view_destroy(job->disk);
	syntax_tree_release(job->base);
	arena_destroy(job->arena);
	memory_release(job);
	memory_return_excess();
	start_wanted(server);
}

static void start(struct server *server, struct document *document)
{
	struct space_job *job = memory_allocate(1, sizeof(*job));

	job->server = server;
	job->document = document;
	job->analysis = analysis_retain(document->analysis);
	job->answers = document->answers ? solved_parts_retain(document->answers) : NULL;
	job->disk = outside_view(server, false);
	job->arena = arena_create();
	if (document->base) {
		job->base = syntax_tree_retain(document->base);
		job->base_name = arena_copy(job->arena, string_from(document->base_name));
	}
	job->path = arena_copy(job->arena, string_from(document->path));
	document->space_job = job;
	document->wants_space = false;
	if (server->running_spaces++ == 0 && server->client.work_done_progress)
		loop_timer_start(
			server->space_progress, look_at_progress, PROGRESS_AFTER, PROGRESS_AFTER);
	event_loop_queue(server->loop, work, worked, job);
}

static bool is_startable(const struct document *document)
{
	return document_is_analysed(document) && document->analysis && !document->space_job;
}

static void start_wanted(struct server *server)
{
	for (struct document *d = server->documents; d; d = d->next) {
		if (server->state != SERVER_RUNNING || server->running_spaces >= RUNNING_LIMIT)
			return;
		if (!d->wants_space || !is_startable(d) || space_is_known(d))
			continue;
		if (analysis_is_in_order(d->analysis))
			start(server, d);
		else
			server->order_wanted(server, d);
	}
}

static void rests(void *context)
{
	start_wanted(context);
}

void space_want(struct server *server, struct document *document)
{
	document->wants_space = document_settings(document, server->settings)->all_inputs &&
				analysis_is_variable(document->analysis) &&
				!space_is_known(document);
	if (document->wants_space)
		loop_timer_start(server->space_rest, rests, REST, 0);
}

void space_demand(struct server *server, struct document *document)
{
	document->wants_space = true;
	start_wanted(server);
}

void space_saved(struct server *server, struct document *document)
{
	bool was_shown = document->is_changed && document->space &&
			 space_report_changed(document->space, SINCE_SAVED);

	document->is_changed = false;
	if (document->space_job) { /* it may have read what was saved before */
		space_cancel(document);
		document->wants_space = true;
	}
	if (was_shown)
		server->space_found(server, document);
}

void space_rebase(struct server *server, struct document *document)
{
	space_cancel(document);
	space_report_release(document->space);
	document->space = NULL;
	document->is_told = false;
	if (document->analysis)
		space_want(server, document);
}

void space_cancel(struct document *document)
{
	document->wants_space = false;
	if (document->space_job)
		atomic_store(&document->space_job->cancelled, true);
}

void space_forget_outdated(struct document *document)
{
	if (space_is_known(document))
		return;
	space_report_release(document->space);
	document->space = NULL;
}

void space_forget(struct document *document)
{
	space_cancel(document);
	if (!document->space_job)
		return;
	document->space_job->document = NULL;
	document->space_job = NULL;
}
