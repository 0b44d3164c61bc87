#include "analyzer/ide/absent.h"

#include "solver/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What is said of an element, wherever it is. */
struct saying {
	const struct element *element;
	struct string message;
};

/* Shared by all lists about the same presence. */
struct sayings {
	atomic_uint references;
	struct arena *arena;
	struct saying *items;
	size_t count;
};

/* Offsets from the starts of sections: right as long as the sections are the same. */
struct place {
	uint32_t start_section, start;
	uint32_t end_section, end;
};

/* Shared by lists between which no section with an absent element has changed. */
struct places {
	atomic_uint references;
	struct place items[];
};

struct absent_elements {
	atomic_uint references;
	struct analysis *analysis;
	size_t variant;
	struct sayings *sayings;
	struct places *places;
};

/* ---- places ---- */

/* The section that holds the byte before `offset`, or begins with it at the very start. */
static uint32_t section_before(const struct syntax_tree *tree, uint32_t offset)
{
	uint32_t low = 0, high = syntax_tree_section_count(tree);

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;

		if (syntax_tree_section_range(tree, middle).start < offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static bool element_range(
	const struct analysis *analysis, const struct element *element, struct range *range)
{
	struct node key = analysis_node(analysis, element->key);
	struct node value = analysis_node(analysis, element->value);

	if (node_is_absent(key))
		return false;
	*range = node_range(key);
	if (!node_is_absent(value) && node_range(value).end > range->end)
		range->end = node_range(value).end;
	return true;
}

static struct place place_of(const struct syntax_tree *tree, struct range range)
{
	struct place place;

	place.start_section = section_before(tree, range.start + 1);
	place.start = range.start - syntax_tree_section_range(tree, place.start_section).start;
	place.end_section = section_before(tree, range.end);
	place.end = range.end - syntax_tree_section_range(tree, place.end_section).start;
	return place;
}

static struct range range_of(const struct syntax_tree *tree, struct place place)
{
	return (struct range){
		syntax_tree_section_range(tree, place.start_section).start + place.start,
		syntax_tree_section_range(tree, place.end_section).start + place.end};
}

static struct places *places_create(size_t count)
{
	struct places *places = memory_allocate(1, sizeof(*places) + count * sizeof(struct place));

	atomic_init(&places->references, 1);
	return places;
}

static void places_release(struct places *places)
{
	if (atomic_fetch_sub(&places->references, 1) == 1)
		memory_release(places);
}

/* ---- sayings ---- */

static bool is_absent(
	const struct analysis *analysis, size_t variant, const struct element *element)
{
	return analysis_presence(analysis, variant, element) == PRESENCE_ABSENT;
}

static bool is_outermost_absent(
	const struct analysis *analysis, size_t variant, const struct element *element)
{
	return !element->is_synthetic && is_absent(analysis, variant, element) &&
	       !(element->container && is_absent(analysis, variant, element->container));
}

struct found {
	struct range range;
	struct saying saying;
};

static int compare(const void *left, const void *right)
{
	const struct found *a = left;
	const struct found *b = right;

	if (a->range.start != b->range.start)
		return a->range.start < b->range.start ? -1 : 1;
	return string_compare(a->saying.message, b->saying.message);
}

static void say(struct absent_elements *absent)
{
	const struct analysis *analysis = absent->analysis;
	const struct syntax_tree *tree = analysis_tree(analysis);
	struct elements elements = analysis_elements(analysis);
	struct string name = analysis_variant(analysis, absent->variant)->name;
	struct sayings *sayings = memory_allocate(1, sizeof(*sayings));
	struct found *found = NULL;
	size_t capacity = 0;

	atomic_init(&sayings->references, 1);
	sayings->arena = arena_create();
	for (uint32_t i = 0; i < elements.count; i++) {
		const struct element *element = elements.items[i];
		struct range range;

		if (!is_outermost_absent(analysis, absent->variant, element) ||
			!element_range(analysis, element, &range))
			continue;
		found = memory_reserve(found, sayings->count, &capacity, sizeof(*found));
		found[sayings->count++] = (struct found){range,
			{element, arena_format(sayings->arena, "%.*s is absent under \"%.*s\"",
					  STRING_ARGUMENTS(element_title(element, sayings->arena)),
					  STRING_ARGUMENTS(name))}};
	}
	if (sayings->count > 0)
		qsort(found, sayings->count, sizeof(*found), compare);
	sayings->items =
		arena_allocate(sayings->arena, sayings->count + 1, sizeof(*sayings->items));
	absent->sayings = sayings;
	absent->places = places_create(sayings->count);
	for (size_t i = 0; i < sayings->count; i++) {
		sayings->items[i] = found[i].saying;
		absent->places->items[i] = place_of(tree, found[i].range);
	}
	memory_release(found);
}

/* ---- keeping ---- */

/* The same findings: variants are a part of them. */
static bool has_same_presence(
	const struct absent_elements *previous, const struct analysis *analysis, size_t variant)
{
	return previous && previous->variant == variant &&
	       analysis_variant(previous->analysis, variant) == analysis_variant(analysis, variant);
}

static bool is_kept(struct place place, uint32_t head, uint32_t tail)
{
	return (place.start_section < head || place.start_section >= tail) &&
	       (place.end_section < head || place.end_section >= tail);
}

/* Sections have the numbers that they had: they stand in front of `head` or from `tail` on. */
static void keep(struct absent_elements *absent, const struct absent_elements *previous)
{
	const struct syntax_tree *tree = analysis_tree(absent->analysis);
	struct shared_ends shared =
		syntax_tree_shared_ends(analysis_tree(previous->analysis), tree);
	uint32_t head = shared.head;
	uint32_t tail = syntax_tree_section_count(tree) - shared.tail;
	const struct place *places = previous->places->items;
	size_t count = previous->sayings->count;
	size_t touched = 0;

	atomic_fetch_add(&previous->sayings->references, 1);
	absent->sayings = previous->sayings;
	while (touched < count && is_kept(places[touched], head, tail))
		touched++;
	if (touched == count) {
		atomic_fetch_add(&previous->places->references, 1);
		absent->places = previous->places;
		return;
	}
	absent->places = places_create(count);
	memcpy(absent->places->items, places, count * sizeof(*places));
	for (size_t i = touched; i < count; i++) {
		struct range range;

		if (is_kept(places[i], head, tail))
			continue;
		element_range(absent->analysis, absent->sayings->items[i].element, &range);
		absent->places->items[i] = place_of(tree, range);
	}
}

struct absent_elements *absent_elements_create(
	const struct analysis *analysis, size_t variant, const struct absent_elements *previous)
{
	struct absent_elements *absent = memory_allocate(1, sizeof(*absent));

	atomic_init(&absent->references, 1);
	absent->analysis = analysis_retain(analysis);
	absent->variant = variant;
	if (has_same_presence(previous, analysis, variant))
		keep(absent, previous);
	else
		say(absent);
	return absent;
}

struct absent_elements *absent_elements_retain(const struct absent_elements *absent)
{
	struct absent_elements *mutable_absent = (struct absent_elements *)absent;

	atomic_fetch_add(&mutable_absent->references, 1);
	return mutable_absent;
}

void absent_elements_release(struct absent_elements *absent)
{
	if (!absent || atomic_fetch_sub(&absent->references, 1) != 1)
		return;
	if (atomic_fetch_sub(&absent->sayings->references, 1) == 1) {
		arena_destroy(absent->sayings->arena);
		memory_release(absent->sayings);
	}
	analysis_release(absent->analysis);
	places_release(absent->places);
	memory_release(absent);
}

size_t absent_elements_count(const struct absent_elements *absent)
{
	return absent->sayings->count;
}

struct range absent_elements_range(const struct absent_elements *absent, size_t position)
{
	assert(position < absent->sayings->count);
	return range_of(analysis_tree(absent->analysis), absent->places->items[position]);
}

struct string absent_elements_message(const struct absent_elements *absent, size_t position)
{
	assert(position < absent->sayings->count);
	return absent->sayings->items[position].message;
}

size_t absent_elements_before(const struct absent_elements *absent, uint32_t offset)
{
	size_t low = 0, high = absent->sayings->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (absent_elements_range(absent, middle).start < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}
