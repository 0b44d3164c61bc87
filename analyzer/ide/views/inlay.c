#include "analyzer/ide/views/inlay.h"

#include "analyzer/ide/completion/element_text.h"
#include "analyzer/ide/hover/variant_multiplicity.h"
#include "analyzer/ide/text/markdown.h"
#include "analyzer/ide/text/presence_sign.h"
#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/space/space_text.h"

#include <stdlib.h>
#include <string.h>

enum {
	LONGEST_LABEL = 40 /* bytes; VS Code cuts off what is longer than 43 characters */
};

static bool says_something(const struct analysis *analysis, const struct element *element)
{
	bool varies = false, differs = !element->container;
	for (size_t i = presence_first_variant(analysis); i < analysis_variant_count(analysis);
		i = presence_next_variant(analysis, i)) {
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
		i = presence_next_variant(analysis, i)) {
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
	const struct space *space; /* NULL: variants are named */
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
	hints->items[hints->count++] =
		(struct inlay){node_range(key).end, text, is_count, node_range(key).start};
}

/* The condition over inputs; false if the variants have to tell. */
static bool add_condition(struct hints *hints, const struct element *element, struct node key)
{
	struct string condition, around = STRING("");
	enum space_when when;
	if (!hints->space || space_always_fails(hints->space))
		return false;
	condition = space_condition(hints->space, element);
	if (element->container)
		around = space_condition(hints->space, element->container);
	when = space_presence(hints->space, element, hints->arena).when;
	if (when == WHEN_UNKNOWN || (when == WHEN_VARIES && condition.length == 0))
		return false;
	if (when == WHEN_NEVER && !element->container)
		add(hints, key, STRING("never"), false);
	if (when == WHEN_VARIES && !string_equal(condition, around))
		add(hints, key,
			arena_format(hints->arena, "only if %.*s", STRING_ARGUMENTS(condition)),
			false);
	return true;
}

static void add_presence(struct hints *hints)
{
	const struct analysis *analysis = hints->analysis;
	if (!analysis_is_variable(analysis))
		return;
	const struct syntax_tree *tree = analysis_tree(analysis);
	uint32_t first = syntax_tree_section_at(tree, hints->range.start);
	uint32_t last = syntax_tree_section_at(tree, hints->range.end);
	struct elements elements = analysis_elements(analysis);
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		struct node key = analysis_node(analysis, element->key);
		if (key.reference.section < first || key.reference.section > last)
			continue;
		if (element->is_synthetic || node_is_absent(key) || !is_asked(hints, key) ||
			add_condition(hints, element, key) || !says_something(analysis, element))
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

/* Behind what stands on the line, but for blanks. */
static uint32_t line_end(const struct syntax_tree *tree, uint32_t line, struct arena *arena)
{
	struct range range = syntax_tree_line(tree, line);
	struct string text = syntax_tree_text(tree, range, arena);
	while (text.length > 0 && strchr(" \t\r", text.bytes[text.length - 1]))
		text.length--;
	return range.start + (uint32_t)text.length;
}

/* Where names share a line, each hint stays behind its own. */
static void move_to_line_ends(struct hints *hints)
{
	const struct syntax_tree *tree = analysis_tree(hints->analysis);
	for (size_t i = 0, next; i < hints->count; i = next) {
		uint32_t line =
			syntax_tree_position(tree, hints->items[i].offset, POSITION_UTF8).line;
		bool is_alone = true;
		for (next = i + 1; next < hints->count; next++) {
			uint32_t offset = hints->items[next].offset;
			if (syntax_tree_position(tree, offset, POSITION_UTF8).line != line)
				break;
			is_alone =
				is_alone && hints->items[next].subject == hints->items[i].subject;
		}
		for (size_t j = i; is_alone && j < next; j++)
			hints->items[j].offset = line_end(tree, line, hints->arena);
	}
}

const struct inlay *inlay_hints(const struct analysis *analysis, const struct space *space,
	struct range range, bool at_line_ends, struct arena *arena, size_t *count)
{
	struct hints hints = {.arena = arena, .analysis = analysis, .space = space, .range = range};
	*count = 0;
	if (!analysis)
		return NULL;
	add_presence(&hints);
	add_counts(&hints);
	if (hints.count > 0)
		qsort(hints.items, hints.count, sizeof(*hints.items), compare);
	if (at_line_ends)
		move_to_line_ends(&hints);
	*count = hints.count;
	return hints.items;
}
