#include "analyzer/ide/cursor/surroundings.h"

#include "analyzer/ide/cursor/place.h"

#include <stdlib.h>

/* Two trees, and the sections between those they share. */
struct comparison {
	const struct syntax_tree *before, *now;
	uint32_t start, old_end, end;
	struct arena *arena;
	uint32_t *again;
	size_t count, capacity;
	bool *is_looked_at; /* by section of `now`: the entries of its collection; or NULL: of none
			     */
};

/* The section that holds the collection which `section` is an entry or item of. */
static bool section_around(const struct syntax_tree *tree, uint32_t section, uint32_t *around)
{
	struct node node = syntax_tree_section_around(tree, section);
	*around = node.reference.section;
	return !node_is_absent(node);
}

/* Whether what stands behind has the same path of keys in both: as far as that leads through what
 * is new. */
static bool has_same_path(const struct comparison *comparison)
{
	uint32_t old = comparison->old_end, new = comparison->end;
	for (;;) {
		bool is_within = section_around(comparison->before, old, &old);
		if (is_within != section_around(comparison->now, new, &new))
			return false;
		if (!is_within || old < comparison->start || new < comparison->start)
			return !is_within || old == new;
		if (node_kind(syntax_tree_section_key(comparison->before, old)) !=
				node_kind(syntax_tree_section_key(comparison->now, new)) ||
			!string_equal(node_text(syntax_tree_section_key(comparison->before, old)),
				node_text(syntax_tree_section_key(comparison->now, new))))
			return false;
	}
}

static void look_again(struct comparison *comparison, uint32_t section)
{
	if (section >= comparison->start && section < comparison->end)
		return; /* it is new */
	comparison->again = arena_reserve(comparison->arena, comparison->again, comparison->count,
		&comparison->capacity, sizeof(*comparison->again));
	comparison->again[comparison->count++] = section;
}

static struct node child(struct node collection, uint32_t position)
{
	return node_kind(collection) == NODE_MAPPING ? node_entry(collection, position).key
						     : node_item(collection, position);
}

/* What is said about the keynames of a construct depends on which of them there are. */
static bool has_keynames(struct node collection)
{
	struct place place = place_of_node(collection);
	return place_construct(&place) != CONSTRUCT_NONE;
}

/* What is said about a condition depends on those beside it. */
static bool is_list_of_conditions(struct node collection)
{
	if (node_kind(collection) != NODE_SEQUENCE)
		return false;
	struct place place = place_of_node(collection);
	return place.is_logic;
}

/* `collection` is one of `now`. */
static void look_at_entries_again(struct comparison *comparison, struct node collection)
{
	uint32_t count = node_count(collection);
	uint32_t section = collection.reference.section;
	if (!comparison->is_looked_at)
		comparison->is_looked_at = arena_allocate(comparison->arena,
			syntax_tree_section_count(comparison->now), sizeof(bool));
	if (comparison->is_looked_at[section])
		return;
	comparison->is_looked_at[section] = true;
	for (uint32_t i = 0; i < count; i++)
		look_again(comparison, child(collection, i).reference.section);
}

/* A new or former entry of a section that is in both trees: that, what is around it, and what is
 * beside the entry. */
static void look_around_again(
	struct comparison *comparison, const struct syntax_tree *tree, uint32_t section)
{
	struct node around = syntax_tree_section_around(tree, section);
	uint32_t outer = around.reference.section;
	if (node_is_absent(around) || outer >= comparison->start)
		return;
	if (!has_keynames(around)) {
		look_again(comparison, outer); /* it may tell how many there must be */
		around = syntax_tree_node(comparison->now, around.reference);
		if (is_list_of_conditions(around))
			look_at_entries_again(comparison, around);
		return;
	}
	look_at_entries_again(comparison, syntax_tree_node(comparison->now, around.reference));
	do
		look_again(comparison, outer);
	while (section_around(comparison->now, outer, &outer));
}

/* What stands behind, as entries of what is new. */
static void look_behind_again(struct comparison *comparison)
{
	uint32_t section = comparison->end;
	for (;;) {
		struct node around = syntax_tree_section_around(comparison->now, section);
		section = around.reference.section;
		if (node_is_absent(around) || section < comparison->start)
			return;
		look_at_entries_again(comparison, around);
	}
}

static bool may_be_repeated(const struct syntax_tree *tree, uint32_t start, uint32_t end)
{
	for (uint32_t i = start; i < end; i++)
		if (syntax_tree_section_may_be_repeated(tree, i))
			return true;
	return false;
}

/* Aliases stand for what has changed elsewhere: they, what is beside and what is around them. */
static void look_at_aliases_again(struct comparison *comparison)
{
	const struct syntax_tree *now = comparison->now;
	uint32_t count = syntax_tree_section_count(now);
	for (uint32_t i = 0; i < count; i++) {
		struct node around = syntax_tree_section_around(now, i);
		uint32_t outer = i;
		if (!syntax_tree_section_has_aliases(now, i))
			continue;
		if (!node_is_absent(around))
			look_at_entries_again(comparison, around);
		do
			look_again(comparison, outer);
		while (section_around(now, outer, &outer));
	}
}

static int compare(const void *left, const void *right)
{
	const uint32_t *a = left;
	const uint32_t *b = right;
	return (*a > *b) - (*a < *b);
}

static struct surroundings found(struct comparison *comparison, struct shared_ends shared)
{
	uint32_t count = 0;
	if (comparison->count > 0)
		qsort(comparison->again, comparison->count, sizeof(*comparison->again), compare);
	for (size_t i = 0; i < comparison->count; i++)
		if (count == 0 || comparison->again[count - 1] != comparison->again[i])
			comparison->again[count++] = comparison->again[i];
	return (struct surroundings){shared, comparison->again, count};
}

/* Both are the same to all others. */
static bool is_one_of_same_shape(const struct comparison *comparison)
{
	return comparison->old_end - comparison->start == 1 &&
	       comparison->end - comparison->start == 1 &&
	       syntax_tree_section_same_shape(
		       comparison->before, comparison->now, comparison->start) &&
	       !is_list_of_conditions(
		       syntax_tree_section_around(comparison->now, comparison->start));
}

struct surroundings surroundings_compare(
	const struct syntax_tree *before, const struct syntax_tree *now, struct arena *arena)
{
	struct surroundings none = {{0, 0}, NULL, 0};
	struct shared_ends shared = syntax_tree_shared_ends(before, now);
	struct comparison comparison = {.before = before,
		.now = now,
		.start = shared.head,
		.old_end = syntax_tree_section_count(before) - shared.tail,
		.end = syntax_tree_section_count(now) - shared.tail,
		.arena = arena};
	if (place_version(before) != place_version(now))
		return none;
	bool is_repeated = may_be_repeated(before, comparison.start, comparison.old_end) ||
			   may_be_repeated(now, comparison.start, comparison.end);
	if (!is_repeated && is_one_of_same_shape(&comparison))
		return (struct surroundings){shared, NULL, 0};
	/* The first section stands for the root. */
	if (shared.head == 0 || (shared.tail > 0 && !has_same_path(&comparison)))
		return none;
	for (uint32_t i = comparison.start; i < comparison.old_end; i++)
		look_around_again(&comparison, before, i);
	for (uint32_t i = comparison.start; i < comparison.end; i++)
		look_around_again(&comparison, now, i);
	if (shared.tail > 0)
		look_behind_again(&comparison);
	if (is_repeated)
		look_at_aliases_again(&comparison);
	return found(&comparison, shared);
}
