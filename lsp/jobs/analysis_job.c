#include "lsp/jobs/analysis_job.h"

#include "analyzer/ide/diagnostics/absent.h"
#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/ide/diagnostics/document_facts.h"
#include "analyzer/ide/diagnostics/expectations.h"
#include "analyzer/ide/publication/project_settings.h"
#include "analyzer/ide/publication/silenced.h"
#include "analyzer/ide/publication/told_once.h"
#include "analyzer/ide/views/verification.h"
#include "analyzer/text/path.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/space/space_report.h"
#include "analyzer/variability/values/value_reader.h"
#include "base/interruption.h"
#include "base/memory.h"
#include "lsp/documents/publication.h"
#include "lsp/documents/workspace_files.h"
#include "lsp/jobs/feature.h"
#include "lsp/jobs/space_job.h"
#include "lsp/session/call.h"
#include "lsp/session/document_diagnostics.h"
#include "lsp/session/outside.h"
#include "lsp/session/progress.h"
#include "lsp/session/resolved_document.h"
#include "lsp/session/server.h"
#include "lsp/wire/uri.h"

#include <stdio.h>
#include <stdlib.h>

enum {
	/* Fewer than the pool has threads: requests never queue behind analyses. */
	RUNNING_LIMIT = 2,
	/* Milliseconds after which a user wants to know what takes so long. */
	PROGRESS_AFTER = 700,
	/* Editors show no more diagnostics of a document than about this (VS Code: 1,000), and
	 * reading megabytes of them after every key would be all they do. */
	MOST_ABSENT = 1000,
	MOST_OF_A_CODE = 100,
	/* Milliseconds without a key after which somebody has finished a word, or looks for help.
	 */
	REST = 900,
};

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

static void append_variants(struct analysis_settings *settings, const struct variant_setting *more,
	size_t count, struct arena *arena)
{
	struct variant_setting *variants;

	if (count == 0)
		return;
	variants = arena_allocate(arena, settings->variant_count + count, sizeof(*variants));
	for (size_t i = 0; i < settings->variant_count; i++)
		variants[i] = settings->variants[i];
	for (size_t i = 0; i < count; i++)
		variants[settings->variant_count + i] = more[i];
	settings->variants = variants;
	settings->variant_count += count;
}

/* The variants of the project and those that are tried stand beside the user's own; what else the
 * project says wins. */
static struct analysis_settings analysis_settings_of(const struct analysis_job *job)
{
	const struct analysis_settings *project = &job->project.analysis;
	struct analysis_settings settings = job->settings->analysis;

	append_variants(&settings, project->variants, project->variant_count, job->arena);
	append_variants(&settings, job->tried, job->tried_count, job->arena);
	if (project->active_variant.length > 0)
		settings.active_variant = project->active_variant;
	return settings;
}

/* Of several about one code the last counts: that of the project. */
static struct severity_settings severities_of(const struct analysis_job *job)
{
	const struct severity_settings *user = &job->settings->severities;
	const struct severity_settings *project = &job->project.severities;
	struct severity_setting *items =
		arena_allocate(job->arena, user->count + project->count, sizeof(*items));

	for (size_t i = 0; i < user->count; i++)
		items[i] = user->items[i];
	for (size_t i = 0; i < project->count; i++)
		items[user->count + i] = project->items[i];
	return (struct severity_settings){items, user->count + project->count};
}

/* What follows from a line that is being typed is not told, and nobody needs to know why it
 * follows. */
static bool leaves_line_alone(const struct analysis_job *job)
{
	return job->is_being_typed && job->settings->calm_typing;
}

/* Borrows `settings`, and fills them in. */
static struct analysis_request analysis_of(
	const struct analysis_job *job, struct analysis_settings *settings)
{
	*settings = analysis_settings_of(job);
	if (job->active_variant.length > 0)
		settings->active_variant = job->active_variant;
	return (struct analysis_request){
		.tree = job->tree,
		.path = job->path,
		.files = file_view_files(job->files),
		.settings = settings,
		.previous = job->previous,
		.files_are_same = job->files_are_same,
		.cancelled = &job->cancelled,
		.reads_all = job->reads_all,
		.unexplained = job->previous && leaves_line_alone(job)
				       ? analysis_unexplained(job->previous)
				       : 0,
	};
}

static struct analysis *analyse(const struct analysis_job *job)
{
	struct analysis_settings settings;
	struct analysis_request request = analysis_of(job, &settings);

	return analysis_create(&request);
}

/* What is kept of earlier texts becomes that of this one. Whether it finds the same is stored. */
static void renew_facts(struct analysis_job *job, bool *finds_the_same)
{
	size_t first_absent = job->first_absent;
	struct document_facts *facts = document_facts_create(job->tree, job->facts);
	struct absent_elements *absent = NULL;

	if (job->fades && !job->settings->client_fades)
		absent = absent_elements_create(
			job->analysis, analysis_active_variant(job->analysis), job->absent);
	*finds_the_same = job->facts && document_facts_find_the_same(facts, job->facts) &&
			  absent_elements_are_the_same(absent, job->absent);
	document_facts_destroy(job->facts);
	absent_elements_destroy(job->absent);
	job->facts = facts;
	job->absent = absent;
	job->first_absent =
		diagnostics_first_absent(absent, MOST_ABSENT, job->told_focus, job->first_absent);
	*finds_the_same &= job->first_absent == first_absent;
}

static struct diagnostics_request diagnostics_for(struct analysis_job *job)
{
	return (struct diagnostics_request){.analysis = job->analysis,
		.of_space = space_report_holds(job->space, job->analysis)
				    ? space_report_diagnostics(job->space)
				    : NULL,
		.with_untested = severities_ask_for(severities_of(job), "untested-condition"),
		.facts = job->facts,
		.absent = job->absent,
		.only_tosca = !job->is_used,
		.most_absent = MOST_ABSENT,
		.first_absent = job->first_absent,
		.most_of_a_code = MOST_OF_A_CODE,
		.focus = job->told_focus,
		.same = &job->told_around};
}

static struct ide_diagnostics diagnose(struct analysis_job *job)
{
	const struct ide_diagnostics *expectations = expectations_of_document(
		job->path, file_view_files(job->files), &job->cancelled, job->arena);
	struct diagnostics_request request;

	if (project_settings_are_at(job->path))
		return project_settings_diagnostics(job->tree, job->arena);
	if (expectations)
		return diagnostics_of_test_file(job->tree, *expectations, job->arena);
	request = diagnostics_for(job);
	return diagnostics_of(&request, job->arena);
}

/* What was kept of earlier texts must not show. */
static void verify(struct analysis_job *job)
{
	struct analysis_settings settings;
	struct analysis_request made = analysis_of(job, &settings);
	struct document_views *before = job->views;
	enum position_encoding encoding = job->client.encoding;
	struct focus_range told_around = job->told_around;
	struct verification kept = {.diagnostics = diagnostics_for(job),
		.views = document_views_create(job->tree, before, encoding),
		.views_before = before,
		.encoding = encoding};
	struct string difference;

	made.unexplained = analysis_unexplained(job->analysis);
	/* It refers to what was kept, and is made of it alone. */
	kept.diagnostics.of_space = NULL;
	difference = verification_difference(&kept, &made, job->arena);
	job->told_around = told_around;
	document_views_release(before);
	job->views = (struct document_views *)kept.views;
	if (!difference.length)
		return;
	fprintf(stderr, "vtosca lsp: %s: an edit left %.*s\n", job->path.bytes,
		STRING_ARGUMENTS(difference));
	abort();
}

/* Nobody wants to hear of a mistake in the word that they are typing, nor of what would follow from
 * it: the line of the cursor is left alone until the cursor leaves it or rests, and meanwhile there
 * is no news elsewhere. Hints stay. */
static struct ide_diagnostics without_unfinished(
	struct analysis_job *job, struct ide_diagnostics found)
{
	uint32_t number = syntax_tree_position(job->tree, job->focus, POSITION_UTF8).line;
	struct range line = syntax_tree_line(job->tree, number);
	struct ide_diagnostic *kept;
	size_t count = 0;

	job->told_line = NO_LINE;
	if (!leaves_line_alone(job))
		return found;
	kept = arena_allocate(job->arena, found.count, sizeof(*kept));
	for (size_t i = 0; i < found.count; i++) {
		const struct ide_diagnostic *diagnostic = &found.items[i];
		bool is_wrong = diagnostic->severity <= IDE_WARNING;
		bool is_here =
			diagnostic->range.start <= line.end && diagnostic->range.end >= line.start;

		if (is_wrong && (is_here || !publication_tells(job->published, diagnostic)))
			job->told_line = number;
		else
			kept[count++] = *diagnostic;
	}
	return (struct ide_diagnostics){kept, count};
}

/* What is shown is good until the line that is being typed spoils it: then it is shown as it was.
 */
static void find_shown(struct analysis_job *job)
{
	if (!leaves_line_alone(job))
		return;
	if (!job->good && job->previous && analysis_loses_variants(job->analysis, job->previous))
		job->good = presence_remember(job->previous);
	if (job->good)
		job->shown = analysis_with_presence_of(job->analysis, job->good);
}

static struct ide_diagnostics find_diagnostics(struct analysis_job *job)
{
	struct ide_diagnostics found = diagnose(job);

	if (document_facts_silence_anything(job->facts))
		found = silenced_remove(job->tree, found, job->arena);
	found = severities_apply(severities_of(job), found, job->arena);
	job->depends_on_text = told_once_depends_on_text(found);
	return without_unfinished(job, told_once(job->tree, found, job->arena));
}

static struct publication *publish(struct analysis_job *job)
{
	return publication_create(&(struct publication_request){
		.diagnostics = find_diagnostics(job),
		.tree = job->tree,
		.uri = job->uri,
		.client = &job->client,
		.page = job->server->reference_page,
		.files = file_view_files(job->files),
		.previous = job->published,
		.damage = job->damage,
	});
}

/* ---- where nothing that is told has changed ---- */

static bool has_syntax_errors(const struct syntax_tree *tree, struct arena *arena)
{
	size_t count;

	syntax_tree_errors(tree, arena, &count);
	return count > 0;
}

/* The sections that an edit has changed, in which nothing but values is another; false if more is.
 */
static bool find_touched(const struct analysis_job *job, struct range *touched)
{
	const struct syntax_tree *before = analysis_tree(job->previous), *tree = job->tree;
	uint32_t count = syntax_tree_section_count(tree);
	struct shared_ends shared = syntax_tree_shared_ends(before, tree);

	if (count != syntax_tree_section_count(before) || shared.head + shared.tail >= count)
		return false;
	for (uint32_t i = shared.head; i < count - shared.tail; i++)
		if (!syntax_tree_section_same_shape(before, tree, i))
			return false;
	touched->start = syntax_tree_section_range(tree, shared.head).start;
	touched->end = syntax_tree_section_range(tree, count - shared.tail - 1).end;
	return true;
}

static struct publication_move move_of(const struct analysis_job *job, struct range touched)
{
	return (struct publication_move){.tree = job->tree,
		.damage = job->damage,
		.touched = touched,
		.absent = job->absent,
		.first_absent = job->first_absent,
		.encoding = job->client.encoding};
}

static bool finds_the_same(const struct analysis_job *job)
{
	return analysis_finds_the_same(job->analysis, job->previous) &&
	       type_facts_find_the_same(
		       analysis_type_facts(job->analysis), analysis_type_facts(job->previous)) &&
	       document_facts_is_tosca(job->facts) && !document_facts_count_anything(job->facts) &&
	       !document_facts_silence_anything(job->facts);
}

static bool withholds_the_same(const struct analysis_job *job)
{
	return job->told_line == NO_LINE ||
	       (leaves_line_alone(job) &&
		       job->told_line ==
			       syntax_tree_position(job->tree, job->focus, POSITION_UTF8).line);
}

/* Whether all that was told is found again at its place, and nothing else: then nothing is told.
 * `facts_do` says it of the facts. */
static bool is_unchanged(const struct analysis_job *job, bool facts_do)
{
	uint32_t focus = syntax_tree_section_at(job->tree, job->told_focus);
	struct publication_move move;
	struct range touched;

	if (!job->was_told || !job->files_are_same || !facts_do || job->good ||
		focus < job->told_around.first || focus > job->told_around.last ||
		!withholds_the_same(job) || project_settings_are_at(job->path) ||
		!finds_the_same(job) || has_syntax_errors(job->tree, job->arena) ||
		has_syntax_errors(analysis_tree(job->previous), job->arena) ||
		!find_touched(job, &touched))
		return false;
	move = move_of(job, touched);
	return publication_stays(job->published, &move);
}

static void verify_unchanged(const struct analysis_job *job)
{
	struct analysis_job again = *job;
	struct publication *publication = publish(&again);

	if (!string_equal(publication_json(publication), publication_json(job->published))) {
		fprintf(stderr, "vtosca lsp: %s: an edit left diagnostics untold\n",
			job->path.bytes);
		abort();
	}
	publication_destroy(publication);
}

/* While somebody types, the choice of what is told stays, too. */
static bool is_told_around_other_place(const struct analysis_job *job)
{
	uint32_t focus = syntax_tree_section_at(job->tree, job->focus);

	return focus < job->told_around.first || focus > job->told_around.last ||
	       diagnostics_first_absent(job->absent, MOST_ABSENT, job->focus, job->first_absent) !=
		       job->first_absent;
}

static void work(void *context)
{
	struct analysis_job *job = context;
	bool facts_do;

	job->project = project_settings_of(job->path, file_view_files(job->files), job->arena);
	job->analysis = analyse(job);
	if (!job->analysis || interrupted(&job->cancelled))
		return;
	if (!leaves_line_alone(job) || !job->published)
		job->told_focus = job->focus;
	renew_facts(job, &facts_do);
	if (job->server->verifies)
		verify(job);
	find_shown(job);
	job->is_unchanged = !job->shown && is_unchanged(job, facts_do);
	if (job->is_unchanged && job->server->verifies)
		verify_unchanged(job);
	if (!job->is_unchanged)
		job->publication = publish(job);
	job->withholds_some = job->shown || job->told_line != NO_LINE ||
			      analysis_lacks_reasons(job->analysis) ||
			      is_told_around_other_place(job);
}

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
		struct publication_move move = move_of(job, (struct range){0, 0});

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
	document_facts_destroy(job->facts);
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
	job->facts = document->facts;
	document->facts = NULL;
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
	event_loop_queue(server->loop, work, worked, job);
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
