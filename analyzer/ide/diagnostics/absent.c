#include "analyzer/ide/diagnostics/absent.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The elements that are written in a text, in its order, and what was said of them so far: shared
 * by all lists about the same elements and variant, and added to when another one is made. */
struct lineup {
	atomic_uint references;
	struct lineup *owner; /* of what is said, if this is a later one of it; or NULL */
	struct arena *arena;  /* of the owner */
	struct elements of;   /* by position; lives as long as the analysis */
	struct string variant;
	const struct element **items;
	uint32_t *positions;     /* of the items */
	uint32_t *containers;    /* of what holds them, or NOWHERE */
	struct string *messages; /* empty: not said yet */
	size_t count;
	const struct lineup *continued; /* the one in front of a later one; only to be compared */
	uint32_t *before;               /* where in that they stand, or NOWHERE */
};

#define NOWHERE UINT32_MAX

enum {
	RENEWED_AT_MOST = 8 /* one of so many elements is made anew, where a line-up is continued */
};

/* What is said of an element, wherever it is. */
struct saying {
	size_t place; /* in the line-up */
	const struct element *element;
	struct string message;
};

/* Shared by all lists about the same presence. */
struct sayings {
	atomic_uint references;
	struct lineup *lineup;
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

/* ---- all elements in the order of the text ---- */

struct beginning {
	uint32_t start;
	uint32_t order; /* of those that begin at the same place */
	const struct element *element;
};

static int compare_beginnings(const void *left, const void *right)
{
	const struct beginning *a = left;
	const struct beginning *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->order < b->order ? -1 : 1;
}

static struct lineup *lineup_begin(struct lineup *owner, struct elements of, size_t most)
{
	struct lineup *lineup = memory_allocate(1, sizeof(*lineup));

	atomic_init(&lineup->references, 1);
	lineup->owner = owner;
	lineup->arena = owner ? owner->arena : arena_create();
	lineup->of = of;
	lineup->items = memory_resize(NULL, most + 1, sizeof(*lineup->items));
	lineup->positions = memory_resize(NULL, most + 1, sizeof(*lineup->positions));
	lineup->containers = memory_resize(NULL, most + 1, sizeof(*lineup->containers));
	lineup->messages = memory_allocate(most + 1, sizeof(*lineup->messages));
	return lineup;
}

static void line_up(struct lineup *lineup, const struct element *element)
{
	size_t place = lineup->count++;

	lineup->items[place] = element;
	lineup->positions[place] = element->position;
	lineup->containers[place] = element->container ? element->container->position : NOWHERE;
}

/* Those that are written in the text, in its order. The caller releases them. */
static struct beginning *find_beginnings(const struct analysis *analysis,
	struct element *const *elements, size_t element_count, size_t *count)
{
	struct beginning *found = memory_resize(NULL, element_count + 1, sizeof(*found));

	*count = 0;
	for (size_t i = 0; i < element_count; i++) {
		struct range range;

		if (!elements[i]->is_synthetic && element_range(analysis, elements[i], &range))
			found[(*count)++] = (struct beginning){range.start,
				analysis_element_order(analysis, elements[i]), elements[i]};
	}
	if (*count > 1)
		qsort(found, *count, sizeof(*found), compare_beginnings);
	return found;
}

static struct lineup *lineup_create(const struct analysis *analysis, struct string variant)
{
	struct elements elements = analysis_elements(analysis);
	struct lineup *lineup = lineup_begin(NULL, analysis_places(analysis), elements.count);
	size_t count;
	struct beginning *found = find_beginnings(analysis, elements.items, elements.count, &count);

	lineup->variant = arena_copy(lineup->arena, variant);
	for (size_t i = 0; i < count; i++)
		line_up(lineup, found[i].element);
	memory_release(found);
	return lineup;
}

static void lineup_release(struct lineup *lineup)
{
	if (atomic_fetch_sub(&lineup->references, 1) != 1)
		return;
	if (lineup->owner)
		lineup_release(lineup->owner);
	else
		arena_destroy(lineup->arena);
	memory_release(lineup->items);
	memory_release(lineup->positions);
	memory_release(lineup->containers);
	memory_release(lineup->messages);
	memory_release(lineup->before);
	memory_release(lineup);
}

/* ---- … after an edit that makes few of them anew ---- */

/* The caller releases them. */
static struct element **list_renewed(struct elements before, struct elements now, size_t *count)
{
	struct element **renewed = NULL;
	size_t capacity = 0;

	*count = 0;
	for (uint32_t i = 0; i < now.count; i++) {
		if (!now.items[i] || (i < before.count && before.items[i] == now.items[i]))
			continue;
		renewed = memory_reserve(renewed, *count, &capacity, sizeof(struct element *));
		renewed[(*count)++] = now.items[i];
	}
	return renewed;
}

/* Places in `known` of those that stay. The caller releases them. */
static uint32_t *list_kept(
	const struct lineup *known, const struct analysis *analysis, size_t *count)
{
	uint32_t *kept = memory_resize(NULL, known->count + 1, sizeof(*kept));
	struct elements places = analysis_places(analysis);

	*count = 0;
	for (size_t i = 0; i < known->count; i++)
		if (known->positions[i] < places.count &&
			places.items[known->positions[i]] == known->items[i])
			kept[(*count)++] = (uint32_t)i;
	return kept;
}

/* How many of those that stay, from `low` on, begin in front of this one. */
static size_t find_behind(const struct analysis *analysis, const struct lineup *known,
	const uint32_t *kept, size_t low, size_t high, struct beginning beginning)
{
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct element *element = known->items[kept[middle]];
		struct beginning other = {
			.order = analysis_element_order(analysis, element), .element = element};
		struct range range;

		element_range(analysis, element, &range);
		other.start = range.start;
		if (compare_beginnings(&other, &beginning) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* What stood there in `known`. */
static void line_up_again(struct lineup *lineup, const struct lineup *known, uint32_t before)
{
	size_t place = lineup->count++;

	lineup->items[place] = known->items[before];
	lineup->positions[place] = known->positions[before];
	lineup->containers[place] = known->containers[before];
	lineup->messages[place] = known->messages[before];
	lineup->before[place] = before;
}

/* Those that stay stand in the order in which they stood: a later one of `known`. */
static struct lineup *lineup_continue(struct lineup *known, const struct analysis *analysis,
	struct element *const *renewed, size_t renewed_count)
{
	struct elements now = analysis_places(analysis);
	size_t most = known->count + renewed_count, count, kept_count, next = 0;
	struct lineup *lineup = lineup_begin(known->owner ? known->owner : known, now, most);
	struct beginning *added = find_beginnings(analysis, renewed, renewed_count, &count);
	uint32_t *kept = list_kept(known, analysis, &kept_count);

	atomic_fetch_add(&lineup->owner->references, 1);
	lineup->variant = lineup->owner->variant;
	lineup->continued = known;
	lineup->before = memory_resize(NULL, most + 1, sizeof(*lineup->before));
	for (size_t i = 0; i <= count; i++) {
		size_t end =
			i == count ? kept_count
				   : find_behind(analysis, known, kept, next, kept_count, added[i]);

		for (; next < end; next++)
			line_up_again(lineup, known, kept[next]);
		if (i == count)
			break;
		lineup->before[lineup->count] = NOWHERE;
		line_up(lineup, added[i].element);
	}
	memory_release(kept);
	memory_release(added);
	return lineup;
}

/* As long as the elements are the same, so is their order. */
static struct lineup *lineup_of(const struct absent_elements *previous,
	const struct analysis *analysis, struct string variant)
{
	struct lineup *known = previous ? previous->sayings->lineup : NULL, *lineup = NULL;
	struct elements now = analysis_places(analysis);
	struct element **renewed;
	size_t count;

	if (!known || !string_equal(known->variant, variant))
		return lineup_create(analysis, variant);
	if (known->of.items == now.items) {
		atomic_fetch_add(&known->references, 1);
		return known;
	}
	renewed = list_renewed(known->of, now, &count);
	if (count < now.count / RENEWED_AT_MOST)
		lineup = lineup_continue(known, analysis, renewed, count);
	memory_release(renewed);
	return lineup ? lineup : lineup_create(analysis, variant);
}

static struct string message_at(struct lineup *lineup, size_t place)
{
	struct string *message = &lineup->messages[place];

	if (message->length == 0)
		*message = arena_format(lineup->arena, "%.*s is absent under \"%.*s\"",
			STRING_ARGUMENTS(element_title(lineup->items[place], lineup->arena)),
			STRING_ARGUMENTS(lineup->variant));
	return *message;
}

/* ---- sayings ---- */

/* Where something is said, until all of it is known. */
struct found {
	struct saying saying;
	struct place place;
	uint32_t start;
};

static int compare_messages(const void *left, const void *right)
{
	const struct found *a = left;
	const struct found *b = right;

	return string_compare(a->saying.message, b->saying.message);
}

/* Where several begin at the same place, as what one rule assigns to several nodes, their messages
 * decide. */
static void sort_equals(struct found *found, size_t count)
{
	for (size_t i = 0; i < count;) {
		size_t end = i + 1;

		while (end < count && found[end].start == found[i].start)
			end++;
		if (end - i > 1)
			qsort(found + i, end - i, sizeof(*found), compare_messages);
		i = end;
	}
}

/* Places of elements that were absent before, in sections that are the same. */
struct known_places {
	const struct absent_elements *previous; /* NULL: none */
	const uint32_t *before;                 /* where elements stood; NULL: where they stand */
	size_t next;
	uint32_t head, tail; /* sections that stand between them are others */
	uint32_t shift;      /* of those from the tail on, modulo 2³² */
};

/* Whether one has just been continued by the other. */
static bool is_later(const struct lineup *lineup, const struct lineup *known)
{
	return lineup->before && lineup->continued == known;
}

static struct known_places known_places_of(const struct absent_elements *previous,
	const struct lineup *lineup, const struct syntax_tree *tree)
{
	struct known_places known = {0};

	if (previous && (previous->sayings->lineup == lineup ||
				is_later(lineup, previous->sayings->lineup))) {
		const struct syntax_tree *before = analysis_tree(previous->analysis);
		struct shared_ends shared = syntax_tree_shared_ends(before, tree);
		uint32_t count = syntax_tree_section_count(before);

		known.previous = previous;
		if (previous->sayings->lineup != lineup)
			known.before = lineup->before;
		known.head = shared.head;
		known.tail = count - shared.tail;
		known.shift = syntax_tree_section_count(tree) - count;
	}
	return known;
}

static bool is_kept(struct place place, uint32_t head, uint32_t tail)
{
	return (place.start_section < head || place.start_section >= tail) &&
	       (place.end_section < head || place.end_section >= tail);
}

/* Asked for in the order of the line-up. */
static bool find_known(struct known_places *known, size_t place, struct place *found)
{
	const struct sayings *sayings = known->previous ? known->previous->sayings : NULL;

	if (known->before)
		place = known->before[place];
	if (place == NOWHERE)
		return false;
	while (sayings && known->next < sayings->count && sayings->items[known->next].place < place)
		known->next++;
	if (!sayings || known->next == sayings->count || sayings->items[known->next].place != place)
		return false;
	*found = known->previous->places->items[known->next];
	if (!is_kept(*found, known->head, known->tail))
		return false;
	found->start_section += found->start_section >= known->tail ? known->shift : 0;
	found->end_section += found->end_section >= known->tail ? known->shift : 0;
	return true;
}

static struct found *find_absent(struct absent_elements *absent, struct lineup *lineup,
	struct known_places known, size_t *count)
{
	const struct analysis *analysis = absent->analysis;
	const struct syntax_tree *tree = analysis_tree(analysis);
	struct found *found = NULL;
	size_t capacity = 0;
	bool *is_absent = memory_resize(NULL, (size_t)analysis_places(analysis).count + 1, 1);

	*count = 0;
	analysis_list_absent(analysis, absent->variant, is_absent);
	for (size_t i = 0; i < lineup->count; i++) {
		const struct element *element = lineup->items[i];
		struct place place;
		struct range range;

		if (!is_absent[lineup->positions[i]] ||
			(lineup->containers[i] != NOWHERE && is_absent[lineup->containers[i]]))
			continue;
		if (!find_known(&known, i, &place)) {
			if (!element_range(analysis, element, &range))
				continue;
			place = place_of(tree, range);
		}
		found = memory_reserve(found, *count, &capacity, sizeof(*found));
		found[*count] = (struct found){
			.saying = {i, element, message_at(lineup, i)}, .place = place};
		found[*count].start = range_of(tree, found[*count].place).start;
		(*count)++;
	}
	memory_release(is_absent);
	return found;
}

static void say(struct absent_elements *absent, const struct absent_elements *previous)
{
	const struct analysis *analysis = absent->analysis;
	struct lineup *lineup =
		lineup_of(previous, analysis, analysis_variant(analysis, absent->variant)->name);
	struct sayings *sayings = memory_allocate(1, sizeof(*sayings));
	struct found *found = find_absent(absent, lineup,
		known_places_of(previous, lineup, analysis_tree(analysis)), &sayings->count);

	sort_equals(found, sayings->count);
	atomic_init(&sayings->references, 1);
	sayings->lineup = lineup;
	sayings->items = memory_allocate(sayings->count + 1, sizeof(*sayings->items));
	absent->sayings = sayings;
	absent->places = places_create(sayings->count);
	for (size_t i = 0; i < sayings->count; i++) {
		sayings->items[i] = found[i].saying;
		absent->places->items[i] = found[i].place;
	}
	memory_release(found);
	memory_release(lineup->before);
	lineup->before = NULL;
}

static void sayings_release(struct sayings *sayings)
{
	if (atomic_fetch_sub(&sayings->references, 1) != 1)
		return;
	lineup_release(sayings->lineup);
	memory_release(sayings->items);
	memory_release(sayings);
}

/* ---- keeping ---- */

/* The same findings: variants are a part of them. */
static bool has_same_presence(
	const struct absent_elements *previous, const struct analysis *analysis, size_t variant)
{
	return previous && previous->variant == variant &&
	       analysis_variant(previous->analysis, variant) == analysis_variant(analysis, variant);
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

	absent->analysis = analysis_retain(analysis);
	absent->variant = variant;
	if (has_same_presence(previous, analysis, variant))
		keep(absent, previous);
	else
		say(absent, previous);
	return absent;
}

void absent_elements_destroy(struct absent_elements *absent)
{
	if (!absent)
		return;
	sayings_release(absent->sayings);
	analysis_release(absent->analysis);
	places_release(absent->places);
	memory_release(absent);
}

bool absent_elements_are_the_same(
	const struct absent_elements *absent, const struct absent_elements *previous)
{
	return absent && previous ? absent->sayings == previous->sayings : absent == previous;
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
