#include "analyzer/model/template/section_types.h"

#include "base/memory.h"

struct section_types *section_types_create(void)
{
	struct section_types *section = memory_allocate(1, sizeof(*section));
	atomic_init(&section->references, 1);
	section->arena = arena_create();
	section->diagnostics = diagnostics_in(section->arena);
	section->lookups.arena = section->arena;
	section->notes.arena = section->arena;
	return section;
}

struct section_types *section_types_retain(struct section_types *section)
{
	atomic_fetch_add(&section->references, 1);
	return section;
}

void section_types_release(struct section_types *section)
{
	if (!section || atomic_fetch_sub(&section->references, 1) > 1)
		return;
	section_types_release(section->origin);
	arena_destroy(section->arena);
	memory_release(section);
}

static void retain(void *section)
{
	section_types_retain(section);
}

static void release(void *section)
{
	section_types_release(section);
}

static uint32_t diagnostic_count(const void *section)
{
	return (uint32_t)((const struct section_types *)section)->diagnostics.count;
}

static uint64_t trait_of(uint64_t element)
{
	return UINT64_C(2) << element % 63;
}

static uint64_t traits_of(const void *item)
{
	const struct template_notes *notes = &((const struct section_types *)item)->notes;
	uint64_t traits = notes->file_count > 0 ? SECTION_NAMES_FILES : 0;
	for (size_t i = 0; i < notes->count; i++)
		if (notes->items[i].kind == NOTE_QUESTION)
			traits |= trait_of(notes->items[i].element);
	return traits;
}

static const struct shared_kind sections_are_shared = {
	retain, release, diagnostic_count, traits_of};

struct shared_list section_types_list(struct section_types *const *sections, uint32_t count)
{
	return shared_list_create(&sections_are_shared, (void *const *)sections, count);
}

void section_types_add(struct section_types *to, const struct diagnostic *diagnostic)
{
	struct diagnostic *copy = diagnostics_add_at(&to->diagnostics, diagnostic->code,
		diagnostic->location, "%.*s", STRING_ARGUMENTS(diagnostic->message));
	copy->severity = diagnostic->severity;
	copy->tags = diagnostic->tags;
	copy->replacement = diagnostic->replacement;
	for (size_t k = 0; k < diagnostic->related_count; k++)
		diagnostic_relate(&to->diagnostics, copy, diagnostic->related[k].location, "%.*s",
			STRING_ARGUMENTS(diagnostic->related[k].message));
}

uint32_t section_types_limits(const struct section_types *section)
{
	uint32_t count = 0;
	for (size_t i = 0; i < section->notes.count; i++)
		count += section->notes.items[i].kind == NOTE_LIMIT;
	return count;
}

/* ---- sections that have moved ---- */

/* Whether the place is still there. */
static bool move_location(const struct section_move *move, struct location *location)
{
	if (location->file.length > 0 || location->node.section < move->first)
		return true;
	if (location->node.section < move->end)
		return false;
	location->node.section += move->shift;
	return true;
}

bool section_types_is_moved(const struct section_types *section, const struct section_move *move)
{
	const struct diagnostics *found = &section->diagnostics;
	for (size_t i = 0; i < found->count; i++) {
		const struct diagnostic *item = &found->items[i];
		struct location location = item->location;
		location.file.length = 0;
		if (location.node.section >= move->first)
			return true;
		for (size_t k = 0; k < item->related_count; k++)
			if (item->related[k].location.file.length == 0 &&
				item->related[k].location.node.section >= move->first)
				return true;
	}
	return false;
}

struct section_types *section_types_moved(
	struct section_types *section, const struct section_move *move)
{
	struct section_types *copy = section_types_create();
	struct section_types *origin = section->origin ? section->origin : section;
	bool is_there = true;
	copy->origin = section_types_retain(origin);
	copy->lookups = origin->lookups;
	copy->notes = origin->notes;
	diagnostics_append(&copy->diagnostics, &section->diagnostics);
	for (size_t i = 0; i < copy->diagnostics.count; i++) {
		struct diagnostic *item = &copy->diagnostics.items[i];
		struct related_location *related =
			arena_allocate(copy->arena, item->related_count + 1, sizeof(*related));
		is_there = move_location(move, &item->location) && is_there;
		for (size_t k = 0; k < item->related_count; k++) {
			related[k] = item->related[k];
			is_there = move_location(move, &related[k].location) && is_there;
		}
		item->related = related;
	}
	if (is_there)
		return copy;
	section_types_release(copy);
	return NULL;
}

/* ---- elements that look different ---- */

static bool holds_note(const struct template_notes *notes, const struct template_note *wanted)
{
	for (size_t i = 0; i < notes->count; i++) {
		const struct template_note *note = &notes->items[i];
		if (note->kind == wanted->kind && note->element == wanted->element &&
			note->fingerprint == wanted->fingerprint)
			return true;
	}
	return false;
}

/* Elements of `notes` that are not, or not like this, among `others`. */
static void add_changed(struct changed_elements *changed, const struct template_notes *notes,
	const struct template_notes *others)
{
	for (size_t i = 0; i < notes->count; i++) {
		if (notes->items[i].kind != NOTE_ELEMENT || holds_note(others, &notes->items[i]))
			continue;
		changed->items = arena_reserve(changed->arena, changed->items, changed->count,
			&changed->capacity, sizeof(*changed->items));
		changed->items[changed->count++] = notes->items[i].element;
	}
}

void changed_elements_add(struct changed_elements *changed, const struct template_notes *before,
	const struct template_notes *after)
{
	add_changed(changed, before, after);
	add_changed(changed, after, before);
}

bool changed_elements_concern(
	const struct changed_elements *changed, const struct section_types *section)
{
	const struct template_notes *notes = &section->notes;
	for (size_t i = 0; i < notes->count; i++) {
		for (size_t j = 0; j < changed->count; j++)
			if (notes->items[i].kind == NOTE_QUESTION &&
				notes->items[i].element == changed->items[j])
				return true;
	}
	return false;
}

uint64_t changed_elements_traits(const struct changed_elements *changed)
{
	uint64_t traits = 0;
	for (size_t i = 0; i < changed->count; i++)
		traits |= trait_of(changed->items[i]);
	return traits;
}
