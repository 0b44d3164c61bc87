/* Counts the work that edits make, see edits.h: the same every time, on every machine.
 *
 * usage: count_work FILE [verify|time [EDIT]] — one edit a line, between tabs: class, action,
 * scope, which (the edit, or taking it back), and then a number for each counter that the first
 * line names: the first of them tells whether a document that is opened now would be told something
 * else; with "verify", also whether presence, explanations, symbols or tokens would be others, see
 * verification.h. With "time", microseconds of CPU by stage instead, to see where they go (the
 * server's own are measured by keystrokes.py). EDIT: only of the edits whose class and action begin
 * so. */
#include "edits.h"

#include "analyzer/ide/diagnostics/absent.h"
#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/ide/diagnostics/document_facts.h"
#include "analyzer/ide/views/verification.h"
#include "analyzer/variability/analysis/analysis.h"
#include "lsp/documents/publication.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
	MOST_ABSENT = 1000,
	MOST_OF_A_CODE = 100,
};

/* ---- allocations: the linker puts these in front of the system's ---- */

static size_t allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

void *__wrap_malloc(size_t size)
{
	allocations++;
	return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	allocations++;
	return __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
	allocations++;
	return __real_realloc(block, size);
}

/* ---- a document as the server keeps it ---- */

/* What makes a revision, in this order. */
enum stage {
	STAGE_TREE,
	STAGE_ANALYSIS,
	STAGE_FACTS,
	STAGE_ABSENT,
	STAGE_DIAGNOSTICS,
	STAGE_PUBLICATION,
	STAGE_VIEWS,
	STAGE_COUNT
};

struct revision {
	struct syntax_tree *tree;
	struct analysis *analysis;
	struct document_facts *facts;
	struct absent_elements *absent;
	size_t first_absent; /* that is told */
	struct publication *publication;
	struct document_views *views;
	bool is_news;               /* it says something else than the one before */
	double stages[STAGE_COUNT]; /* microseconds of CPU */
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static void end_stage(struct revision *revision, enum stage stage, double *start)
{
	double end = now();

	revision->stages[stage] = end - *start;
	*start = end;
}

static struct analysis_request analysis_of(const struct syntax_tree *tree)
{
	return (struct analysis_request){
		.tree = tree, .path = STRING("/template.yaml"), .files_are_same = true};
}

static struct diagnostics_request diagnostics_for(const struct revision *revision, uint32_t focus)
{
	return (struct diagnostics_request){.analysis = revision->analysis,
		.facts = revision->facts,
		.absent = revision->absent,
		.only_tosca = true,
		.most_absent = MOST_ABSENT,
		.first_absent = revision->first_absent,
		.most_of_a_code = MOST_OF_A_CODE,
		.focus = focus};
}

/* `first_absent` is the first that was told before. */
static struct revision revision_create(struct syntax_tree *tree, const struct revision *previous,
	struct damage damage, size_t first_absent)
{
	static const struct client client = {.unnecessary_tag = true, .related_information = true};
	struct arena *arena = arena_create();
	struct revision revision = {.tree = tree};

	struct analysis_request made = analysis_of(tree);
	struct diagnostics_request shown;
	struct ide_diagnostics found;
	double start = now();

	made.previous = previous ? previous->analysis : NULL;
	revision.analysis = analysis_create(&made);
	end_stage(&revision, STAGE_ANALYSIS, &start);
	revision.facts = document_facts_create(tree, previous ? previous->facts : NULL);
	document_facts_count(revision.facts, revision.analysis, previous ? previous->facts : NULL);
	end_stage(&revision, STAGE_FACTS, &start);
	revision.absent = absent_elements_create(revision.analysis,
		analysis_active_variant(revision.analysis), previous ? previous->absent : NULL);
	revision.first_absent =
		diagnostics_first_absent(revision.absent, MOST_ABSENT, damage.start, first_absent);
	end_stage(&revision, STAGE_ABSENT, &start);
	shown = diagnostics_for(&revision, damage.start);
	found = diagnostics_of(&shown, arena);
	end_stage(&revision, STAGE_DIAGNOSTICS, &start);
	revision.publication =
		publication_create(&(struct publication_request){.diagnostics = found,
			.tree = tree,
			.uri = STRING("file:///template.yaml"),
			.client = &client,
			.previous = previous ? previous->publication : NULL,
			.damage = damage});
	end_stage(&revision, STAGE_PUBLICATION, &start);
	revision.views =
		document_views_create(tree, previous ? previous->views : NULL, POSITION_UTF16);
	end_stage(&revision, STAGE_VIEWS, &start);
	revision.is_news = !previous || !string_equal(publication_json(revision.publication),
						publication_json(previous->publication));
	arena_destroy(arena);
	return revision;
}

static void revision_destroy(struct revision *revision)
{
	document_views_release(revision->views);
	publication_destroy(revision->publication);
	absent_elements_destroy(revision->absent);
	document_facts_release(revision->facts);
	analysis_release(revision->analysis);
	syntax_tree_release(revision->tree);
}

/* ---- counters ---- */

/* Named as they are printed. */
#define COUNTERS(X)                                                                                \
	X(differs_from_fresh)                                                                      \
	X(parsed_sections)                                                                         \
	X(parsed_bytes)                                                                            \
	X(grammar_sections)                                                                        \
	X(type_sections)                                                                           \
	X(new_types)                                                                               \
	X(graphs)                                                                                  \
	X(models)                                                                                  \
	X(definitions)                                                                             \
	X(decisions)                                                                               \
	X(propagations)                                                                            \
	X(solves)                                                                                  \
	X(view_sections)                                                                           \
	X(diagnostics_written)                                                                     \
	X(bytes_sent)                                                                              \
	X(allocations)

struct counters {
#define COUNTER(name) size_t name;
	COUNTERS(COUNTER)
#undef COUNTER
};

static struct counters count(const struct revision *revision)
{
	struct analysis_work work = analysis_work(revision->analysis);
	const struct type_facts *types = analysis_type_facts(revision->analysis);
	const struct syntax_change *change = syntax_tree_change(revision->tree);

	return (struct counters){
		.parsed_sections = change->new_count,
		.parsed_bytes = change->parsed_bytes,
		.grammar_sections = document_facts_checked(revision->facts),
		.type_sections = type_facts_checked(types),
		.new_types = type_facts_has_new_types(types),
		.graphs = work.graphs,
		.models = work.models,
		.definitions = work.definitions,
		.decisions = work.decisions,
		.propagations = work.propagations,
		.solves = work.solves,
		.view_sections = document_views_made(revision->views),
		.diagnostics_written = publication_written(revision->publication),
		.bytes_sent =
			revision->is_news ? publication_json(revision->publication).length : 0,
		.allocations = allocations,
	};
}

static void print_names(void)
{
	fputs("class\taction\tscope\twhich", stdout);
#define COUNTER(name) fputs("\t" #name, stdout);
	COUNTERS(COUNTER)
#undef COUNTER
	putchar('\n');
}

static void print(const struct bench_edit *edit, const char *which, const struct counters *counters)
{
	printf("%.*s\t%s\t%s\t%s", STRING_ARGUMENTS(edit->class), edit->action,
		edit_scope_name(edit->scope), which);
#define COUNTER(name) printf("\t%zu", counters->name);
	COUNTERS(COUNTER)
#undef COUNTER
	putchar('\n');
}

/* Whether what is kept of earlier texts makes a difference. */
static bool differs_from_fresh(const struct revision *revision, uint32_t focus)
{
	struct revision fresh = revision_create(syntax_tree_retain(revision->tree), NULL,
		(struct damage){.start = focus}, revision->first_absent);
	bool differs = !string_equal(
		publication_json(revision->publication), publication_json(fresh.publication));

	revision_destroy(&fresh);
	return differs;
}

/* The same of all else; what differs is told on standard error. */
static bool says_something_else(
	const struct revision *revision, const struct document_views *views_before, uint32_t focus)
{
	struct arena *arena = arena_create();
	struct verification kept = {.diagnostics = diagnostics_for(revision, focus),
		.views = revision->views,
		.views_before = views_before,
		.encoding = POSITION_UTF16};
	struct analysis_request made = analysis_of(revision->tree);
	struct string difference = verification_difference(&kept, &made, arena);
	bool differs = difference.length > 0;

	if (differs)
		fprintf(stderr, "kept: %.*s\n", STRING_ARGUMENTS(difference));
	arena_destroy(arena);
	return differs;
}

/* ---- edits ---- */

/* `revision` becomes the one after the edit. */
static void edit_text(struct revision *revision, struct text_edit edit)
{
	double start = now(), parsed;
	struct syntax_tree *tree = syntax_tree_edit(revision->tree, edit);
	struct revision next;

	parsed = now() - start;
	next = revision_create(
		tree, revision, damage_add((struct damage){0}, edit), revision->first_absent);
	next.stages[STAGE_TREE] = parsed;
	revision_destroy(revision);
	*revision = next;
}

static struct counters replay(struct revision *revision, struct text_edit edit, bool verifies)
{
	struct document_views *before = document_views_retain(revision->views);
	struct counters counters;

	allocations = 0;
	edit_text(revision, edit);
	counters = count(revision);
	counters.differs_from_fresh =
		differs_from_fresh(revision, edit.range.start) ||
		(verifies && says_something_else(revision, before, edit.range.start));
	document_views_release(before);
	return counters;
}

static void replay_both(struct revision *revision, const struct bench_edit *edit, bool verifies)
{
	struct arena *arena = arena_create();
	struct range range = edit->edit.range;
	struct text_edit back = {{range.start, range.start + (uint32_t)edit->edit.text.length},
		syntax_tree_text(revision->tree, range, arena)};
	struct counters counters = replay(revision, edit->edit, verifies);

	print(edit, "edit", &counters);
	counters = replay(revision, back, verifies);
	print(edit, "back", &counters);
	arena_destroy(arena);
}

/* ---- where time goes: to look at, no test ---- */

static void print_stages(
	const struct bench_edit *edit, const char *which, const struct revision *revision)
{
	double all = 0;

	for (size_t i = 0; i < STAGE_COUNT; i++)
		all += revision->stages[i];
	printf("%.0f", all);
	for (size_t i = 0; i < STAGE_COUNT; i++)
		printf("\t%.0f", revision->stages[i]);
	printf("\t%s\t%.*s\t%s\t%s\n", edit_scope_name(edit->scope), STRING_ARGUMENTS(edit->class),
		edit->action, which);
}

/* What to look at: an edit's class and action, or how they begin. */
static bool is_wanted(const struct bench_edit *edit, const char *only)
{
	struct arena *arena = arena_create();
	struct string name =
		arena_format(arena, "%.*s %s", STRING_ARGUMENTS(edit->class), edit->action);
	bool is_wanted = string_starts_with(name, only);

	arena_destroy(arena);
	return is_wanted;
}

static void time_both(struct revision *revision, const struct bench_edit *edit)
{
	struct arena *arena = arena_create();
	struct range range = edit->edit.range;
	struct text_edit back = {{range.start, range.start + (uint32_t)edit->edit.text.length},
		syntax_tree_text(revision->tree, range, arena)};

	edit_text(revision, edit->edit);
	print_stages(edit, "edit", revision);
	edit_text(revision, back);
	print_stages(edit, "back", revision);
	arena_destroy(arena);
}

int main(int argument_count, char **arguments)
{
	struct arena *arena = arena_create();
	bool verifies = argument_count >= 3 && strcmp(arguments[2], "verify") == 0;
	bool times = argument_count >= 3 && strcmp(arguments[2], "time") == 0;
	const char *only = argument_count == 4 ? arguments[3] : "";
	struct string text = argument_count == 2 || verifies || times
				     ? bench_read_file(arguments[1], arena)
				     : STRING("");
	struct revision revision;
	struct bench_edits edits;

	if (text.length == 0) {
		fputs("usage: count_work FILE [verify|time [EDIT]]\n", stderr);
		return 2;
	}
	revision = revision_create(syntax_tree_create(text), NULL, (struct damage){0}, 0);
	edits = bench_edits_of(revision.tree, 1, arena);
	if (times)
		puts("all\ttree\tanalysis\tfacts\tabsent\tdiagnostics\tpublication\tviews");
	else
		print_names();
	for (size_t i = 0; i < edits.count; i++)
		if (!is_wanted(&edits.items[i], only))
			continue;
		else if (times)
			time_both(&revision, &edits.items[i]);
		else
			replay_both(&revision, &edits.items[i], verifies);
	revision_destroy(&revision);
	arena_destroy(arena);
	return 0;
}
