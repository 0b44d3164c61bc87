#include "analyzer/ide/navigation.h"

#include "analyzer/ide/anchors.h"
#include "analyzer/ide/uses.h"

#include <stdlib.h>

static const struct use *use_at(struct use_list uses, uint32_t offset)
{
	for (size_t i = 0; i < uses.count; i++) {
		struct range range = node_range(uses.items[i].node);
		if (offset >= range.start && offset <= range.end) {
			return &uses.items[i];
		}
	}
	return NULL;
}

static bool same(const struct use *a, const struct use *b)
{
	return a->kind == b->kind && string_equal(a->name, b->name) &&
	       string_equal(a->container, b->container);
}

static int compare(const void *left, const void *right)
{
	const struct place_of_name *a = left;
	const struct place_of_name *b = right;
	return a->range.start < b->range.start ? -1 : a->range.start > b->range.start;
}

static const struct place_of_name *only(
	const struct place_of_name *anchors, struct arena *arena, size_t *count)
{
	struct place_of_name *found = arena_allocate(arena, *count, sizeof *found);
	size_t kept = 0;
	for (size_t i = 0; i < *count; i++) {
		if (anchors[i].is_declaration) {
			found[kept++] = anchors[i];
		}
	}
	*count = kept;
	return found;
}

static const struct place_of_name *places(const struct syntax_tree *tree, uint32_t offset,
	bool only_declarations, struct arena *arena, size_t *count)
{
	const struct place_of_name *anchors = anchors_at(tree, offset, arena, count);
	if (*count > 0) {
		return only_declarations ? only(anchors, arena, count) : anchors;
	}
	struct use_list uses = uses_of(tree, arena);
	const struct use *wanted = use_at(uses, offset);
	struct place_of_name *found = NULL;
	size_t capacity = 0;
	for (size_t i = 0; wanted != NULL && i < uses.count; i++) {
		const struct use *use = &uses.items[i];
		if (!same(use, wanted) || (only_declarations && !use->is_declaration)) {
			continue;
		}
		found = arena_reserve(arena, found, *count, &capacity, sizeof *found);
		struct place_of_name *place = &found[(*count)++];
		place->range = node_range(use->node);
		place->whole = place->range;
		place->is_declaration = use->is_declaration;
		if (use->is_declaration && node_kind(use->value) != NODE_ABSENT &&
			node_range(use->value).end > place->whole.end) {
			place->whole.end = node_range(use->value).end;
		}
	}
	if (*count > 0) {
		qsort(found, *count, sizeof *found, compare);
	}
	return found;
}

struct range navigation_origin(const struct syntax_tree *tree, uint32_t offset, struct arena *arena)
{
	const struct use *use = use_at(uses_of(tree, arena), offset);
	return use != NULL ? node_range(use->node) : (struct range){offset, offset};
}

const struct place_of_name *navigation_definitions(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena, size_t *count)
{
	return places(tree, offset, true, arena, count);
}

const struct place_of_name *navigation_references(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena, size_t *count)
{
	return places(tree, offset, false, arena, count);
}
