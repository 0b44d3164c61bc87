#include "analyzer/ide/views/lens.h"

#include "analyzer/ide/text/markdown.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/inputs/variability_test.h"
#include "analyzer/variability/space/space_changes.h"
#include "analyzer/variability/space/space_report.h"
#include "analyzer/variability/space/space_text.h"

struct comparison {
	size_t present, more, fewer, open;
};

/* All variants with the active one, in one pass over the elements. */
struct comparisons {
	size_t active;
	size_t all; /* elements */
	struct comparison of[ANALYSIS_MAXIMUM_VARIANTS];
};

static void count_run(struct comparisons *found, const struct presence_run *run, size_t variants)
{
	struct presence_of_variants are = run->are;
	uint64_t absent = ~(are.present | are.depends | are.error);
	bool is_present = are.present >> found->active & 1;
	bool is_absent = absent >> found->active & 1;
	found->all += run->count;
	for (size_t variant = 0; variant < variants; variant++) {
		struct comparison *of = &found->of[variant];
		size_t here = are.present >> variant & 1 ? run->count : 0;
		size_t gone = absent >> variant & 1 ? run->count : 0;
		of->present += here;
		of->open += are.depends >> variant & 1 ? run->count : 0;
		of->more += is_absent ? here : 0;
		of->fewer += is_present ? gone : 0;
	}
}

static void compare(struct comparisons *found, const struct analysis *analysis, size_t active)
{
	size_t variants = analysis_variant_count(analysis);
	struct presence_run run;
	*found = (struct comparisons){.active = active};
	for (uint32_t position = 0; analysis_next_run(analysis, &position, &run);)
		count_run(found, &run, variants);
}

static struct string title(const struct analysis *analysis, size_t variant,
	const struct comparisons *comparisons, struct arena *arena)
{
	size_t active = comparisons->active;
	const struct variant *row = analysis_variant(analysis, variant);
	if (row->error.length > 0) {
		struct string error = variant_error_text(row, arena);
		return arena_format(arena, "cannot be resolved: %.*s", STRING_ARGUMENTS(error));
	}
	struct comparison found = comparisons->of[variant];
	struct markdown text = markdown_in(arena);
	markdown_add(&text, "keeps %zu of %zu elements", found.present, comparisons->all);
	if (found.open > 0)
		markdown_add(&text, ", %zu depend on open inputs", found.open);
	if (variant == active) {
		markdown_add(&text, " (active)");
	} else if (analysis_variant(analysis, active)->error.length == 0) {
		markdown_add(&text, "; %zu more, %zu fewer than %.*s", found.more, found.fewer,
			STRING_ARGUMENTS(analysis_variant(analysis, active)->name));
	}
	return markdown_text(&text);
}

struct lenses {
	const struct lens_request *request;
	struct arena *arena;
	struct comparisons comparisons;
	struct lens *items;
	size_t count, capacity;
};

static void add(struct lenses *lenses, struct lens lens)
{
	lenses->items = arena_reserve(lenses->arena, lenses->items, lenses->count,
		&lenses->capacity, sizeof(*lenses->items));
	lenses->items[lenses->count++] = lens;
}

static size_t active_of(const struct lens_request *request)
{
	const struct analysis *analysis = request->analysis;
	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		if (string_equal(analysis_variant(analysis, i)->name, request->active_variant))
			return i;
	return analysis_active_variant(analysis);
}

static void add_presets(struct lenses *lenses)
{
	const struct analysis *analysis = lenses->request->analysis;
	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		const struct variant *variant = analysis_variant(analysis, i);
		struct node place = analysis_node(analysis, variant->place);
		if (variant->origin == VARIANT_PRESET && !node_is_absent(place)) {
			add(lenses, (struct lens){
					    .range = node_range(place),
					    .title = title(analysis, i, &lenses->comparisons,
						    lenses->arena),
					    .command = LENS_SET_ACTIVE_VARIANT,
					    .argument = arena_copy(lenses->arena, variant->name),
				    });
		}
	}
}

static struct node variability_key(const struct analysis *analysis)
{
	struct node template = grammar_template(analysis_tree(analysis)).value;
	return node_find(template, STRING("variability")).key;
}

static void add_tests_beside(struct lenses *lenses)
{
	const struct lens_request *request = lenses->request;
	struct node key = variability_key(request->analysis);
	size_t tests = 0;
	if (node_is_absent(key))
		return;
	variability_tests_beside(lenses->arena, request->files, request->path, &tests);
	if (tests > 0) {
		add(lenses, (struct lens){
				    .range = node_range(key),
				    .title = arena_format(lenses->arena,
					    tests == 1 ? "run the variability test"
						       : "run %zu variability tests",
					    tests),
				    .command = LENS_RUN_TEST,
			    });
	}
}

/* ---- variants that are tried ---- */

static void add_tried(struct lenses *lenses)
{
	const struct analysis *analysis = lenses->request->analysis;
	struct node key = variability_key(analysis);
	for (size_t i = 0; i < analysis_variant_count(analysis) && !node_is_absent(key); i++) {
		const struct variant *variant = analysis_variant(analysis, i);
		struct string name = arena_copy(lenses->arena, variant->name);
		struct string comes_to = title(analysis, i, &lenses->comparisons, lenses->arena);
		if (variant->origin != VARIANT_TRIED)
			continue;
		add(lenses, (struct lens){.range = node_range(key),
				    .title = arena_format(lenses->arena, "%.*s %.*s",
					    STRING_ARGUMENTS(name), STRING_ARGUMENTS(comes_to)),
				    .command = LENS_SET_ACTIVE_VARIANT,
				    .argument = name});
		add(lenses, (struct lens){.range = node_range(key),
				    .title = arena_format(
					    lenses->arena, "dismiss %.*s", STRING_ARGUMENTS(name)),
				    .command = LENS_DISMISS_VARIANT,
				    .argument = name});
	}
}

/* ---- all inputs ---- */

static void add_numbers(struct lenses *lenses)
{
	const struct space *space = lenses->request->space;
	struct node key = variability_key(lenses->request->analysis);
	struct space_number all = space_assignments(space, lenses->arena);
	struct space_number failing = space_failing(space, lenses->arena);
	struct space_number distinct = space_distinct(space, lenses->arena);
	struct markdown text = markdown_in(lenses->arena);
	if (node_is_absent(key))
		return;
	markdown_add(&text, "%s%.*s different result%s of %.*s assignments",
		distinct.is_exact ? "" : "at least ",
		STRING_ARGUMENTS(space_number_text(distinct, lenses->arena)),
		distinct.count == 1 ? "" : "s",
		STRING_ARGUMENTS(space_number_text(all, lenses->arena)));
	if (failing.count > 0)
		markdown_add(&text, ", %s%.*s fail", failing.is_exact ? "" : "at least ",
			STRING_ARGUMENTS(space_number_text(failing, lenses->arena)));
	add(lenses, (struct lens){.range = node_range(key),
			    .title = markdown_text(&text),
			    .command = LENS_NOTHING});
}

/* With inputs under which something differs. */
static void add_changed(struct lenses *lenses, const struct space_changed *changed)
{
	struct node key = variability_key(lenses->request->analysis);
	if (!changed || node_is_absent(key))
		return;
	add(lenses, (struct lens){.range = node_range(key),
			    .title = arena_format(lenses->arena,
				    "changed since %.*s: %s%.0f of %.*s assignments, as with %.*s",
				    STRING_ARGUMENTS(changed->since),
				    changed->is_exact ? "" : "at least ", changed->count,
				    STRING_ARGUMENTS(
					    space_number_text(changed->assignments, lenses->arena)),
				    STRING_ARGUMENTS(changed->text)),
			    .command = LENS_TRY_INPUTS,
			    .argument = arena_format(
				    lenses->arena, "try %.*s", STRING_ARGUMENTS(changed->text)),
			    .inputs = changed->inputs});
}

static void add_failures(struct lenses *lenses)
{
	const struct lens_request *request = lenses->request;
	size_t count;
	const struct space_failure *failures = space_failures(request->space, &count);
	for (size_t i = 0; i < count; i++) {
		struct node place = analysis_node(request->analysis, failures[i].place);
		struct string text;
		if (node_is_absent(place))
			place = variability_key(request->analysis);
		if (node_is_absent(place) || place.tree != analysis_tree(request->analysis))
			continue;
		text = space_failure_text(request->space, &failures[i], lenses->arena);
		add(lenses, (struct lens){.range = node_range(place),
				    .title = arena_format(
					    lenses->arena, "fails if %.*s", STRING_ARGUMENTS(text)),
				    .command = LENS_TRY_INPUTS,
				    .argument = arena_format(
					    lenses->arena, "try %.*s", STRING_ARGUMENTS(text)),
				    .inputs = space_assignment_value(
					    request->space, failures[i].inputs, lenses->arena)});
	}
}

static void add_absent(struct lenses *lenses)
{
	const struct analysis *analysis = lenses->request->analysis;
	struct elements nodes = analysis_elements_of_kind(analysis, ELEMENT_NODE);
	size_t active = active_of(lenses->request);
	for (uint32_t i = 0; i < nodes.count; i++) {
		struct node key = analysis_node(analysis, nodes.items[i]->key);
		if (!node_is_absent(key) && !nodes.items[i]->is_synthetic &&
			analysis_presence(analysis, active, nodes.items[i]) == PRESENCE_ABSENT)
			add(lenses, (struct lens){.range = node_range(key),
					    .element = element_id(nodes.items[i], lenses->arena)});
	}
}

struct lens lens_of_absent(
	const struct lens_request *request, struct string id, struct arena *arena)
{
	const struct element *element =
		request->space ? analysis_find_element(request->analysis, id) : NULL;
	struct lens lens = {.title = STRING("absent"), .command = LENS_NOTHING};
	struct space_changes changes;
	if (!element)
		return lens;
	changes = space_changes(request->space, active_of(request), element, arena);
	if (changes.is_never && !changes.reason)
		lens.title = STRING("never present");
	if (changes.count == 0 || !changes.wants_present)
		return lens;
	lens.title =
		arena_format(arena, "present if %.*s", STRING_ARGUMENTS(changes.items[0].text));
	lens.command = LENS_TRY_INPUTS;
	lens.argument = arena_format(arena, "try %.*s", STRING_ARGUMENTS(changes.items[0].text));
	lens.inputs = changes.items[0].complete;
	return lens;
}

/* False if the document is no file of a test. */
static bool add_own_test(struct lenses *lenses)
{
	const struct lens_request *request = lenses->request;
	struct variability_test test;
	if (!variability_test_of_file(lenses->arena, request->files, request->path, &test))
		return false;
	add(lenses, (struct lens){.title = STRING("run the test"), .command = LENS_RUN_TEST});
	add(lenses,
		(struct lens){.title = test.error.bytes ? STRING("record the error as expected")
							: STRING("record the result as expected"),
			.command = LENS_RECORD_EXPECTED});
	return true;
}

const struct lens *lens_list(const struct lens_request *request, struct arena *arena, size_t *count)
{
	struct lenses lenses = {.request = request, .arena = arena};
	if (!add_own_test(&lenses)) {
		compare(&lenses.comparisons, request->analysis, active_of(request));
		add_tests_beside(&lenses);
		add_tried(&lenses);
		if (request->space) {
			add_numbers(&lenses);
			add_changed(&lenses, request->changed);
			add_changed(&lenses, request->changed_since_base);
			add_failures(&lenses);
			add_absent(&lenses);
		}
		add_presets(&lenses);
	}
	*count = lenses.count;
	return lenses.items;
}
