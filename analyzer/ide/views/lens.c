#include "analyzer/ide/views/lens.h"

#include "analyzer/ide/text/markdown.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/inputs/variability_test.h"

struct comparison {
	size_t all, present, more, fewer, open;
};

static struct comparison compare(const struct analysis *analysis, size_t variant, size_t active)
{
	struct comparison result = {0};
	struct elements elements = analysis_elements(analysis);
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		if (element->is_synthetic)
			continue;
		enum presence here = analysis_presence(analysis, variant, element);
		enum presence there = analysis_presence(analysis, active, element);
		result.all++;
		result.present += here == PRESENCE_PRESENT;
		result.open += here == PRESENCE_DEPENDS;
		result.more += here == PRESENCE_PRESENT && there == PRESENCE_ABSENT;
		result.fewer += here == PRESENCE_ABSENT && there == PRESENCE_PRESENT;
	}
	return result;
}

static struct string title(
	const struct analysis *analysis, size_t variant, size_t active, struct arena *arena)
{
	const struct variant *row = analysis_variant(analysis, variant);
	if (row->error.length > 0) {
		return arena_format(
			arena, "cannot be resolved: %.*s", STRING_ARGUMENTS(row->error));
	}
	struct comparison found = compare(analysis, variant, active);
	struct markdown text = markdown_in(arena);
	markdown_add(&text, "keeps %zu of %zu elements", found.present, found.all);
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
	struct lens *items;
	size_t count, capacity;
};

static void add(struct lenses *lenses, struct lens lens)
{
	lenses->items = arena_reserve(lenses->arena, lenses->items, lenses->count,
		&lenses->capacity, sizeof(*lenses->items));
	lenses->items[lenses->count++] = lens;
}

static void add_presets(struct lenses *lenses)
{
	const struct analysis *analysis = lenses->request->analysis;
	size_t active = analysis_active_variant(analysis);
	for (size_t i = 0; i < analysis_variant_count(analysis); i++)
		if (string_equal(
			    analysis_variant(analysis, i)->name, lenses->request->active_variant))
			active = i;
	for (size_t i = 0; i < analysis_variant_count(analysis); i++) {
		const struct variant *variant = analysis_variant(analysis, i);
		struct node place = analysis_node(analysis, variant->place);
		if (variant->origin == VARIANT_PRESET && !node_is_absent(place)) {
			add(lenses, (struct lens){
					    .range = node_range(place),
					    .title = title(analysis, i, active, lenses->arena),
					    .command = LENS_SET_ACTIVE_VARIANT,
					    .argument = arena_copy(lenses->arena, variant->name),
				    });
		}
	}
}

static struct node variability_key(const struct analysis *analysis)
{
	struct node root = syntax_tree_root(analysis_tree(analysis));
	struct node template = node_get(root, "topology_template");
	if (node_is_absent(template))
		template = node_get(root, "service_template");
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
		add_tests_beside(&lenses);
		add_presets(&lenses);
	}
	*count = lenses.count;
	return lenses.items;
}
