#include "analyzer/ide/inlay.h"

#include "analyzer/ide/markdown.h"
#include "analyzer/ide/presence_sign.h"
#include "analyzer/variability/analysis.h"

#include <stdlib.h>

/* The defaults are of interest only where there is nothing else. */
static size_t first_variant(const struct analysis *analysis)
{
	return analysis_variant_count(analysis) > 1 &&
			       analysis_variant(analysis, 0)->origin == VARIANT_DEFAULTS
		       ? 1
		       : 0;
}

static bool says_something(const struct analysis *analysis, const struct element *element)
{
	bool varies = false, differs = element->container == NULL;
	for (size_t i = first_variant(analysis); i < analysis_variant_count(analysis); i++) {
		enum presence presence = analysis_presence(analysis, i, element);
		varies = varies || (presence != PRESENCE_PRESENT && presence != PRESENCE_ERROR);
		differs = differs || presence != analysis_presence(analysis, i, element->container);
	}
	return varies && differs;
}

static struct string label(
	const struct analysis *analysis, const struct element *element, struct arena *arena)
{
	struct markdown text = markdown_in(arena);
	for (size_t i = first_variant(analysis); i < analysis_variant_count(analysis); i++) {
		markdown_add(&text, "%s%.*s %s", text.length > 0 ? " " : "",
			STRING_ARGUMENTS(analysis_variant(analysis, i)->name),
			presence_sign(analysis_presence(analysis, i, element)));
	}
	return markdown_text(&text);
}

static int compare(const void *left, const void *right)
{
	const struct inlay *a = left;
	const struct inlay *b = right;
	return a->offset < b->offset ? -1 : a->offset > b->offset;
}

const struct inlay *inlay_hints(
	const struct analysis *analysis, struct range range, struct arena *arena, size_t *count)
{
	struct inlay *hints = NULL;
	size_t capacity = 0;
	*count = 0;
	if (analysis == NULL || !analysis_is_variable(analysis)) {
		return NULL;
	}
	struct elements elements = analysis_elements(analysis);
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		struct node key = analysis_node(analysis, element->key);
		if (element->is_synthetic || node_is_absent(key)) {
			continue;
		}
		struct range place = node_range(key);
		if (place.end < range.start || place.end > range.end ||
			!says_something(analysis, element)) {
			continue;
		}
		hints = arena_reserve(arena, hints, *count, &capacity, sizeof *hints);
		hints[(*count)++] = (struct inlay){place.end, label(analysis, element, arena)};
	}
	if (*count > 0) {
		qsort(hints, *count, sizeof *hints, compare);
	}
	return hints;
}
