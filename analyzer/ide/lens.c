#include "analyzer/ide/lens.h"

#include "analyzer/ide/markdown.h"
#include "analyzer/variability/analysis.h"

struct comparison {
	size_t all, present, more, fewer, open;
};

static struct comparison compare(const struct analysis *analysis, size_t variant, size_t active)
{
	struct comparison result = {0};
	struct elements elements = analysis_elements(analysis);
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		if (element->is_synthetic) {
			continue;
		}
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
	if (found.open > 0) {
		markdown_add(&text, ", %zu depend on open inputs", found.open);
	}
	if (variant == active) {
		markdown_add(&text, " (active)");
	} else if (analysis_variant(analysis, active)->error.length == 0) {
		markdown_add(&text, "; %zu more, %zu fewer than %.*s", found.more, found.fewer,
			STRING_ARGUMENTS(analysis_variant(analysis, active)->name));
	}
	return markdown_text(&text);
}

const struct lens *lens_list(const struct analysis *analysis, struct string active_variant,
	struct arena *arena, size_t *count)
{
	size_t variants = analysis_variant_count(analysis);
	struct lens *lenses = arena_allocate(arena, variants + 1, sizeof *lenses);
	size_t active = analysis_active_variant(analysis);
	for (size_t i = 0; i < variants; i++) {
		if (string_equal(analysis_variant(analysis, i)->name, active_variant)) {
			active = i;
		}
	}
	*count = 0;
	for (size_t i = 0; i < variants; i++) {
		const struct variant *variant = analysis_variant(analysis, i);
		struct node place = analysis_node(analysis, variant->place);
		if (variant->origin != VARIANT_PRESET || node_is_absent(place)) {
			continue;
		}
		lenses[(*count)++] = (struct lens){
			.range = node_range(place),
			.title = title(analysis, i, active, arena),
			.variant = arena_copy(arena, variant->name),
		};
	}
	return lenses;
}
