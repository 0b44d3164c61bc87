#include "lsp/jobs/analysis_job.h"

#include "analyzer/ide/diagnostics/absent.h"
#include "analyzer/ide/diagnostics/document_facts.h"
#include "analyzer/ide/views/document_views.h"
#include "analyzer/text/path.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/space/space_report.h"
#include "analyzer/variability/values/value_reader.h"
#include "base/memory.h"
#include "lsp/documents/workspace_files.h"
#include "lsp/jobs/analysis_run.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/space_job.h"
#include "lsp/session/call.h"
#include "lsp/session/document_diagnostics.h"
#include "lsp/session/outside.h"
#include "lsp/session/resolved_document.h"
#include "lsp/session/server.h"

enum {
	/* Fewer than the pool has threads: requests never queue behind analyses. */
	RUNNING_LIMIT = 2,
	/* Milliseconds after which a user wants to know what takes so long. */
	PROGRESS_AFTER = 700,
	/* Milliseconds without a key after which somebody has finished a word, or looks for help.
	 */
	REST = 900,
};

void analysis_publish_none(struct server *server, struct document *document)
{
	struct json_object *params = new_object();

	put(params, "uri", new_text(document->uri));
	put(params, "diagnostics", new_array());
	server_notify(server, "textDocument/publishDiagnostics", params);
}

/* Clients are not told again what they know, nor do they get it again by its name. */
static void name_result(
	struct server *server, struct document *document, const struct publication *publication)
{
	if (document->publication && string_equal(publication_json(document->publication),
					     publication_json(publication)))
		return;
	document->result = ++server->last_result;
	document->is_untold = true;
}

/* What editors show besides diagnostics they ask for again when they hear that they should. */
static void refresh(struct server *server, struct document *document)
{
	if (!document->wants_refresh && !document->wants_redraw)
		return;
	document->wants_refresh = document->wants_redraw = false;
	if (server->client.inlay_hint_refresh)
		call_client(server, "workspace/inlayHint/refresh", NULL, (struct reaction){0});
	if (server->client.code_lens_refresh)
		call_client(server, "workspace/codeLens/refresh", NULL, (struct reaction){0});
	if (server->client.diagnostic_refresh && document->is_pulled)
		call_client(server, "workspace/diagnostic/refresh", NULL, (struct reaction){0});
}

/* Nothing was evaluated: presence is what it was. */
static bool has_new_presence(const struct analysis *analysis)
{
	struct analysis_work work = analysis_work(analysis);

	return work.models + work.evaluations + work.solves > 0;
}

static void tell_presence(struct server *server, const struct document *document)
{
	const struct analysis *analysis = document->analysis;
	struct json_object *params;

	if (!server->settings->presence_notifications ||
		!(document->wants_refresh || document->wants_redraw || has_new_presence(analysis)))
		return;
	params = new_object();
	put(params, "uri", new_text(document->uri));
	put(params, "version", new_integer(document->version));
	put(params, "active",
		document_fades(document, document_settings(document, server->settings))
			? new_string(analysis_variant(analysis, analysis_active_variant(analysis))
					     ->name)
			: NULL);
	server_notify(server, "vtosca/presenceChanged", params);
}

/* ---- progress ---- */

static void show_progress(struct server *server, const struct message *response, uint64_t tag)
{
	for (struct document *d = server->documents; d; d = d->next)
		if (d->job)
			own_progress_show(server, &d->job->progress, response, tag,
				"Analysing variants", path_name(string_from(d->path)));
}

static void look_at_progress(void *context)
{
	struct server *server = context;

	for (struct document *d = server->documents; d; d = d->next)
		if (d->job && event_loop_now(server->loop) - d->job->started >= PROGRESS_AFTER)
			own_progress_ask(server, &d->job->progress, show_progress);
}

/* ---- jobs ---- */

/* What was withheld is told. */
static void cursor_rests(void *context)
{
	struct server *server = context;

	for (struct document *d = server->documents; d; d = d->next) {
		if (!d->is_being_typed)
			continue;
		d->is_being_typed = false;
		analysis_want_again(server, d);
	}
	analysis_start_wanted(server);
}

/* When the cursor rests, what there is is shown as it is. */
static void take_shown(struct document *document, struct analysis_job *job)
{
	document->wants_redraw |= document->shown && !job->shown;
	analysis_release(document->shown);
	document->shown = job->shown;
	job->shown = NULL;
	remembered_presence_release(document->good);
	document->good = document->shown ? job->good : NULL;
	if (document->shown)
		job->good = NULL;
}

/* It was not given up. */
static bool has_result(const struct analysis_job *job)
{
	return job->publication || job->is_unchanged;
}

static void take_publication(
	struct server *server, struct document *document, struct analysis_job *job)
{
	if (job->is_unchanged) {
		struct publication_move move = analysis_run_move(job, (struct range){0, 0});

		publication_follow(document->publication, &move);
	} else {
		name_result(server, document, job->publication);
		publication_destroy(document->publication);
		document->publication = job->publication;
		job->publication = NULL;
	}
	document->damage = (struct damage){0};
	document->is_told = !document->shown && !job->depends_on_text;
	document->told_focus = job->told_focus;
	document->told_around = job->told_around;
	document->told_line = job->told_line;
}

/* Takes what the job has found over into its document. */
static void adopt(struct server *server, struct document *document, struct analysis_job *job)
{
	document->publication = job->published;
	job->published = NULL;
	if (job->analysis) { /* if only to share with the next one */
		analysis_release(document->analysis);
		document->analysis = job->analysis;
		job->analysis = NULL;
		space_forget_outdated(document);
		take_shown(document, job);
	}
	document_facts_release(document->facts);
	document->facts = job->facts;
	job->facts = NULL;
	document->absent = job->absent;
	document->first_absent = job->first_absent;
	job->absent = NULL;
	if (job->views) {
		document_views_release(document->views);
		document->views = job->views;
		job->views = NULL;
	}
	document->is_told = false;
	if (!has_result(job) || document->wants_analysis)
		return;
	if (job->withholds_some)
		loop_timer_start(server->rest, cursor_rests, REST, 0);
	take_publication(server, document, job);
	document_diagnostics_publish(server, document);
	document_diagnostics_publish_others(server, document);
	if (!job->reads_all)
		tell_presence(server, document);
	refresh(server, document);
	resolved_document_refresh(server, document);
	if (job->reads_all)
		space_demand(server, document);
	else
		space_want(server, document);
	feature_resume(server, document);
}

/* Other YAML files that an editor shows us, playbooks for instance, are none of our business. */
static bool is_used(const struct server *server, const struct document *document)
{
	for (const struct document *d = server->documents; d; d = d->next)
		if (d != document && document_uses(d, string_from(document->path)))
			return true;
	return false;
}

/* Whatever presence depends on. */
static void note_use(void *context, struct string path)
{
	document_note_read(context, path);
	document_note_use(context, path);
}

static void note_imports(struct document *document, const struct types *types)
{
	struct imported_file imported;
	struct type_import import;
	size_t position = 0;

	while (types && types_next_imported_file(types, &position, &imported))
		document_note_use(document, imported.path);
	for (size_t i = 0; types && types_import_at(types, i, &import); i++)
		if (import.path.length > 0) /* the file may not be there yet */
			document_note_use(document, import.path);
}

/* Remembers what the analysis depends on, to repeat it when that changes. One that was given up
 * has not read everything. */
static void note_files(struct document *document, const struct analysis_job *job)
{
	size_t count;
	const struct string *asked = file_view_asked(job->files, &count);

	if (has_result(job)) {
		document_forget_reads(document);
		analysis_visit_files(job->analysis, note_use, document);
		note_imports(document, analysis_types(job->analysis));
	}
	for (size_t i = 0; i < count; i++)
		document_note_read(document, asked[i]);
	if (document_missed_change(document))
		analysis_want_again(job->server, document);
}

/* Whoever has made a template anew has released another one. */
static bool makes_template(const struct analysis_job *job)
{
	return job->analysis && analysis_work(job->analysis).graphs > 0;
}

static void worked(void *context)
{
	struct analysis_job *job = context;
	struct server *server = job->server;
	bool has_released_much = makes_template(job) && job->previous;

	if (--server->running_analyses == 0)
		loop_timer_stop(server->progress);
	own_progress_end(server, &job->progress);
	if (job->document) {
		job->document->job = NULL;
		note_files(job->document, job);
		outside_ask(server, file_view_refused(job->files), analysis_want_all);
		adopt(server, job->document, job);
		analysis_want_used(server);
	}
	settings_release(job->settings);
	syntax_tree_release(job->tree);
	document_facts_release(job->facts);
	absent_elements_destroy(job->absent);
	document_views_release(job->views);
	analysis_release(job->previous);
	remembered_presence_release(job->good);
	analysis_release(job->analysis);
	analysis_release(job->shown);
	space_report_release(job->space);
	publication_destroy(job->publication);
	publication_destroy(job->published);
	file_view_destroy(job->files);
	arena_destroy(job->arena);
	memory_release(job);
	if (has_released_much)
		memory_return_excess();
	analysis_start_wanted(server);
}

static void take_tried(struct analysis_job *job, const struct document *document)
{
	job->tried_count = document->tried_count;
	job->tried = arena_allocate(job->arena, job->tried_count, sizeof(*job->tried));
	for (size_t i = 0; i < job->tried_count; i++)
		job->tried[i] = (struct variant_setting){
			.name = arena_copy(job->arena, string_from(document->tried[i].name)),
			.inputs = value_from_json_or_text(job->arena,
				arena_copy(job->arena, string_from(document->tried[i].inputs))),
			.is_tried = true};
}

static void start(struct server *server, struct document *document)
{
	struct analysis_job *job = memory_allocate(1, sizeof(*job));

	job->server = server;
	job->document = document;
	job->arena = arena_create();
	job->uri = arena_copy(job->arena, string_from(document->uri));
	job->path = arena_copy(job->arena, string_from(document->path));
	job->client = server->client;
	job->settings = settings_retain(document_settings(document, server->settings));
	job->fades = document_fades(document, job->settings);
	job->is_used = document->was_used = is_used(server, document);
	document_missed_change(document); /* the job sees them */
	if (document->active_variant)
		job->active_variant = arena_copy(job->arena, string_from(document->active_variant));
	take_tried(job, document);
	job->tree = syntax_tree_retain(document->tree);
	job->previous = document->analysis ? analysis_retain(document->analysis) : NULL;
	job->good = document->good ? remembered_presence_retain(document->good) : NULL;
	job->space = document->space ? space_report_retain(document->space) : NULL;
	job->files_are_same = server->client.watches_files && !document->wants_refresh;
	job->facts = document->facts ? document_facts_retain(document->facts) : NULL;
	job->absent = document->absent;
	document->absent = NULL;
	job->first_absent = document->first_absent;
	if (server->verifies)
		job->views = document_views_retain(document->views);
	job->focus = document->focus;
	job->is_being_typed = document->is_being_typed;
	job->reads_all = document->wants_order;
	job->published = document->publication;
	document->publication = NULL;
	job->damage = document->damage;
	job->was_told = document->is_told;
	job->told_focus = document->told_focus;
	job->told_around = document->told_around;
	job->told_line = document->told_line;
	job->files = outside_view(server, true);
	document->job = job;
	document->wants_analysis = document->wants_order = false;
	job->started = event_loop_now(server->loop);
	if (server->running_analyses++ == 0 && server->client.work_done_progress)
		loop_timer_start(
			server->progress, look_at_progress, PROGRESS_AFTER, PROGRESS_AFTER);
	event_loop_queue(server->loop, analysis_run, worked, job);
}

void analysis_want(struct server *server, struct document *document)
{
	(void)server;
	document->wants_analysis = true;
	space_cancel(document);
	if (document->job)
		atomic_store(&document->job->cancelled, true);
}

void analysis_want_order(struct server *server, struct document *document)
{
	document->wants_order = document->wants_analysis = true;
	document->is_told = false;
	analysis_start_wanted(server);
}

void analysis_want_redraw(struct server *server, struct document *document)
{
	document->wants_redraw = true;
	document->is_told = false;
	analysis_want(server, document);
	analysis_start_wanted(server);
}

void analysis_want_again(struct server *server, struct document *document)
{
	document->wants_refresh = true;
	document->is_told = false;
	analysis_want(server, document);
}

void analysis_want_used(struct server *server)
{
	for (struct document *d = server->documents; d; d = d->next)
		if ((d->job || d->analysis) && is_used(server, d) != d->was_used) {
			d->is_told = false;
			analysis_want(server, d);
		}
}

void analysis_file_changed(struct server *server, struct string path)
{
	for (struct document *d = server->documents; d; d = d->next) {
		if (document_has_read(d, path))
			analysis_want_again(server, d);
		else if (d->job)
			document_note_change(d, path);
	}
}

void analysis_start_wanted(struct server *server)
{
	for (struct document *document = server->documents; document; document = document->next) {
		if (server->state != SERVER_RUNNING || server->running_analyses == RUNNING_LIMIT)
			return;
		if (document->wants_analysis && !document->job)
			start(server, document);
	}
}

void analysis_forget(struct document *document)
{
	space_forget(document);
	if (!document->job)
		return;
	atomic_store(&document->job->cancelled, true);
	document->job->document = NULL;
	document->job = NULL;
}

void analysis_want_all(struct server *server)
{
	for (struct document *d = server->documents; d; d = d->next)
		analysis_want_again(server, d);
}
