#include "lsp/jobs/analysis_run.h"

#include "analyzer/ide/diagnostics/absent.h"
#include "analyzer/ide/diagnostics/beside_file.h"
#include "analyzer/ide/diagnostics/document_facts.h"
#include "analyzer/ide/diagnostics/expectations.h"
#include "analyzer/ide/publication/silenced.h"
#include "analyzer/ide/publication/told_once.h"
#include "analyzer/ide/views/verification.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/space/space_report.h"
#include "base/interruption.h"
#include "lsp/documents/workspace_files.h"
#include "lsp/session/server.h"

#include <stdio.h>
#include <stdlib.h>

enum {
	/* Editors show no more diagnostics of a document than about this (VS Code: 1,000), and
	 * reading megabytes of them after every key would be all they do. */
	MOST_ABSENT = 1000,
	MOST_OF_A_CODE = 100,
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
static void renew_facts(
	struct analysis_job *job, struct document_facts *facts, bool *finds_the_same)
{
	size_t first_absent = job->first_absent;
	struct absent_elements *absent = NULL;

	document_facts_count(facts, job->analysis, job->facts);
	if (job->fades && !job->settings->client_fades)
		absent = absent_elements_create(
			job->analysis, analysis_active_variant(job->analysis), job->absent);
	*finds_the_same = job->facts && document_facts_find_the_same(facts, job->facts) &&
			  absent_elements_are_the_same(absent, job->absent);
	document_facts_release(job->facts);
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
	return beside_file_add(diagnostics_of(&request, job->arena), job->tree, job->path,
		file_view_files(job->files), job->arena);
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

struct publication_move analysis_run_move(const struct analysis_job *job, struct range touched)
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
	       document_facts_is_tosca(job->facts) && !document_facts_silence_anything(job->facts);
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
	move = analysis_run_move(job, touched);
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

void analysis_run(void *context)
{
	struct analysis_job *job = context;
	struct document_facts_task task;
	struct document_facts *facts;
	bool facts_do;

	document_facts_begin(&task, job->tree, job->facts);
	job->project = project_settings_of(job->path, file_view_files(job->files), job->arena);
	job->analysis = analyse(job);
	facts = document_facts_end(&task);
	if (!job->analysis || interrupted(&job->cancelled)) {
		document_facts_release(facts);
		return;
	}
	if (!leaves_line_alone(job) || !job->published)
		job->told_focus = job->focus;
	renew_facts(job, facts, &facts_do);
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
