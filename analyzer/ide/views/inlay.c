#include "analyzer/ide/views/inlay.h"

#include "analyzer/ide/completion/element_text.h"
#include "analyzer/ide/hover/variant_multiplicity.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/ide/text/presence_sign.h"
#include "analyzer/variability/analysis/analysis.h"

#include <stdlib.h>

enum {
	LONGEST_LABEL = 40 /* bytes; VS Code cuts off what is longer than 43 characters */
};

static bool says_something(const struct analysis *analysis, const struct element *element)
{
	bool varies = false, differs = !element->container;
	for (size_t i = presence_first_variant(analysis); i < analysis_variant_count(analysis);
		i++) {
		enum presence presence = analysis_presence(analysis, i, element);
		varies = varies || (presence != PRESENCE_PRESENT && presence != PRESENCE_ERROR);
		differs = differs || presence != analysis_presence(analysis, i, element->container);
	}
	return varies && differs;
}

/* "dev ✓ prod ✗" */
static struct string signs(
	const struct analysis *analysis, const struct element *element, struct arena *arena)
{
	struct markdown text = markdown_in(arena);
	for (size_t i = presence_first_variant(analysis); i < analysis_variant_count(analysis);
		i++) {
		markdown_add(&text, "%s%.*s %s", text.length > 0 ? " " : "",
			STRING_ARGUMENTS(analysis_variant(analysis, i)->name),
			presence_sign(analysis_presence(analysis, i, element)));
	}
	return markdown_text(&text);
}

static struct string label(
	const struct analysis *analysis, const struct element *element, struct arena *arena)
{
	struct string text = signs(analysis, element, arena);
	return text.length <= LONGEST_LABEL ? text : element_summary(analysis, element, arena);
}

/* Presence first, where both are said of the same name. */
static int compare(const void *left, const void *right)
{
	const struct inlay *a = left;
	const struct inlay *b = right;
	if (a->offset != b->offset)
		return a->offset < b->offset ? -1 : 1;
	return a->is_count - b->is_count;
}

struct hints {
	struct arena *arena;
	const struct analysis *analysis;
	struct range range;
	struct inlay *items;
	size_t count, capacity;
};

static bool is_asked(const struct hints *hints, struct node key)
{
	uint32_t end = node_range(key).end;
	return node_range(key).start <= hints->range.end && end >= hints->range.start &&
	       end <= hints->range.end;
}

static void add(struct hints *hints, struct node key, struct string text, bool is_count)
{
	if (text.length == 0)
		return;
	hints->items = arena_reserve(
		hints->arena, hints->items, hints->count, &hints->capacity, sizeof(*hints->items));
	hints->items[hints->count++] = (struct inlay){node_range(key).end, text, is_count};
}

static void add_presence(struct hints *hints)
{
	const struct analysis *analysis = hints->analysis;
	if (!analysis_is_variable(analysis))
		return;
	struct elements elements = analysis_elements(analysis);
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		struct node key = analysis_node(analysis, element->key);
		if (element->is_synthetic || node_is_absent(key) || !is_asked(hints, key) ||
			!says_something(analysis, element))
			continue;
		add(hints, key, label(analysis, element, hints->arena), false);
	}
}

static void add_counts(struct hints *hints)
{
	size_t first = presence_first_variant(hints->analysis);
	const struct variant_multiplicity *multiplicity =
		variant_multiplicity_create(hints->analysis, hints->arena);
	if (!multiplicity)
		return;
	const struct multiplicity *read = multiplicity->multiplicity;
	for (uint32_t i = 0; i < read->node_count; i++) {
		const struct multiplicity_node *node = &read->nodes[i];
		if (is_asked(hints, node->key)) {
			add(hints, node->key,
				variant_multiplicity_of_node(
					multiplicity, node, first, hints->arena),
				true);
		}
	}
	for (uint32_t i = 0; i < read->requirement_count; i++) {
		const struct multiplicity_requirement *requirement = &read->requirements[i];
		if (is_asked(hints, requirement->key)) {
			add(hints, requirement->key,
				variant_multiplicity_of_requirement(
					multiplicity, requirement, first, hints->arena),
				true);
		}
	}
}

const struct inlay *inlay_hints(
	const struct analysis *analysis, struct range range, struct arena *arena, size_t *count)
{
	struct hints hints = {.arena = arena, .analysis = analysis, .range = range};
	*count = 0;
	if (!analysis)
		return NULL;
	add_presence(&hints);
	add_counts(&hints);
	if (hints.count > 0)
		qsort(hints.items, hints.count, sizeof(*hints.items), compare);
	*count = hints.count;
	return hints.items;
}
