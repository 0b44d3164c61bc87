/* Counts the work that edits make, see edits.h: the same every time, on every machine.
 *
 * usage: count_work FILE [verify] — one edit a line, between tabs: class, action, scope, which (the
 * edit, or taking it back), and then a number for each counter that the first line names: the first
 * of them tells whether a document that is opened now would be told something else; with "verify",
 * also whether presence, explanations, symbols or tokens would be others, see verification.h. */
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

struct revision {
	struct syntax_tree *tree;
	struct analysis *analysis;
	struct document_facts *facts;
	struct absent_elements *absent;
	struct publication *publication;
	bool is_news; /* it says something else than the one before */
};

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
		.most_of_a_code = MOST_OF_A_CODE,
		.focus = focus};
}

static struct revision revision_create(
	struct syntax_tree *tree, const struct revision *previous, struct damage damage)
{
	static const struct client client = {.unnecessary_tag = true, .related_information = true};
	struct arena *arena = arena_create();
	struct revision revision = {.tree = tree};

	struct analysis_request made = analysis_of(tree);
	struct diagnostics_request shown;

	made.previous = previous ? previous->analysis : NULL;
	revision.analysis = analysis_create(&made);
	revision.facts = document_facts_create(tree, previous ? previous->facts : NULL);
	revision.absent = absent_elements_create(revision.analysis,
		analysis_active_variant(revision.analysis), previous ? previous->absent : NULL);
	shown = diagnostics_for(&revision, damage.start);
	revision.publication = publication_create(
		&(struct publication_request){.diagnostics = diagnostics_of(&shown, arena),
			.tree = tree,
			.uri = STRING("file:///template.yaml"),
			.client = &client,
			.previous = previous ? previous->publication : NULL,
			.damage = damage});
	revision.is_news = !previous || !string_equal(publication_json(revision.publication),
						publication_json(previous->publication));
	arena_destroy(arena);
	return revision;
}

static void revision_destroy(struct revision *revision)
{
	publication_destroy(revision->publication);
	absent_elements_destroy(revision->absent);
	document_facts_destroy(revision->facts);
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
	X(solves)                                                                                  \
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
		.solves = work.solves,
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
	struct revision fresh = revision_create(
		syntax_tree_retain(revision->tree), NULL, (struct damage){.start = focus});
	bool differs = !string_equal(
		publication_json(revision->publication), publication_json(fresh.publication));

	revision_destroy(&fresh);
	return differs;
}

/* The same of all else; what differs is told on standard error. */
static bool says_something_else(const struct revision *revision, uint32_t focus)
{
	struct arena *arena = arena_create();
	struct diagnostics_request kept = diagnostics_for(revision, focus);
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
static struct counters replay(struct revision *revision, struct text_edit edit, bool verifies)
{
	struct revision next;
	struct counters counters;

	allocations = 0;
	next = revision_create(syntax_tree_edit(revision->tree, edit), revision,
		damage_add((struct damage){0}, edit));
	counters = count(&next);
	counters.differs_from_fresh = differs_from_fresh(&next, edit.range.start) ||
				      (verifies && says_something_else(&next, edit.range.start));
	revision_destroy(revision);
	*revision = next;
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

static struct string read_file(const char *path, struct arena *arena)
{
	FILE *file = fopen(path, "rb");
	char *bytes = NULL;
	size_t length = 0;
	long size;

	if (!file)
		return STRING("");
	if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0) {
		rewind(file);
		bytes = arena_allocate(arena, (size_t)size + 1, 1);
		length = fread(bytes, 1, (size_t)size, file);
	}
	fclose(file);
	return (struct string){bytes, length};
}

int main(int argument_count, char **arguments)
{
	struct arena *arena = arena_create();
	bool verifies = argument_count == 3 && strcmp(arguments[2], "verify") == 0;
	struct string text =
		argument_count == 2 || verifies ? read_file(arguments[1], arena) : STRING("");
	struct revision revision;
	struct bench_edits edits;

	if (text.length == 0) {
		fputs("usage: count_work FILE [verify]\n", stderr);
		return 2;
	}
	revision = revision_create(syntax_tree_create(text), NULL, (struct damage){0});
	edits = bench_edits_of(revision.tree, 1, arena);
	print_names();
	for (size_t i = 0; i < edits.count; i++)
		replay_both(&revision, &edits.items[i], verifies);
	revision_destroy(&revision);
	arena_destroy(arena);
	return 0;
}
