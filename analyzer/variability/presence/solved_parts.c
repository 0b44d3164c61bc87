#include "analyzer/variability/presence/solved_parts.h"

#include "base/memory.h"

#include <stdatomic.h>
#include <string.h>

struct entry {
	atomic_uint references;
	uint64_t hash;
	struct solved_part answer;
	size_t word_count;
	uint32_t words[]; /* the description, then the presence of elements */
};

struct solved_parts {
	atomic_uint references;
	struct entry **slots;
	size_t size; /* a power of two, more than the entries */
	size_t count;
	size_t added; /* of these, found anew */
};

enum {
	FIRST_SIZE = 64
};

/* ---- descriptions ---- */

void part_description_grow(struct part_description *description)
{
	description->words = memory_reserve(description->words, description->count,
		&description->capacity, sizeof(*description->words));
}

void part_description_finish(struct part_description *description)
{
	memory_release(description->words);
	*description = (struct part_description){0};
}

static uint64_t hash_of(const struct part_description *description)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < description->count; i++)
		hash = (hash ^ description->words[i]) * UINT64_C(0x9e3779b97f4a7c15);
	return hash ^ hash >> 32;
}

/* ---- entries ---- */

static struct entry *entry_create(const struct part_description *description, uint64_t hash,
	struct solved_part answer, size_t element_count)
{
	size_t size = description->count * sizeof(uint32_t);
	struct entry *entry = memory_allocate(1, sizeof(*entry) + size + element_count);
	bool *present = (bool *)(entry->words + description->count);

	atomic_init(&entry->references, 1);
	entry->hash = hash;
	entry->word_count = description->count;
	memcpy(entry->words, description->words, size);
	if (element_count)
		memcpy(present, answer.present, element_count * sizeof(*present));
	entry->answer = answer;
	entry->answer.present = present;
	return entry;
}

static void entry_release(struct entry *entry)
{
	if (entry && atomic_fetch_sub(&entry->references, 1) == 1)
		memory_release(entry);
}

/* ---- tables ---- */

struct solved_parts *solved_parts_create(void)
{
	struct solved_parts *solved = memory_allocate(1, sizeof(*solved));

	atomic_init(&solved->references, 1);
	solved->size = FIRST_SIZE;
	solved->slots = memory_allocate(solved->size, sizeof(struct entry *));
	return solved;
}

struct solved_parts *solved_parts_retain(struct solved_parts *solved)
{
	atomic_fetch_add_explicit(&solved->references, 1, memory_order_relaxed);
	return solved;
}

void solved_parts_destroy(struct solved_parts *solved)
{
	if (!solved || atomic_fetch_sub_explicit(&solved->references, 1, memory_order_acq_rel) > 1)
		return;
	for (size_t i = 0; i < solved->size; i++)
		entry_release(solved->slots[i]);
	memory_release(solved->slots);
	memory_release(solved);
}

/* Where the entry is, or would be. */
static struct entry **slot_of(const struct solved_parts *solved,
	const struct part_description *description, uint64_t hash)
{
	size_t slot = (size_t)hash & (solved->size - 1);

	for (;; slot = (slot + 1) & (solved->size - 1)) {
		const struct entry *entry = solved->slots[slot];

		if (!entry || (entry->hash == hash && entry->word_count == description->count &&
				      memcmp(entry->words, description->words,
					      description->count * sizeof(uint32_t)) == 0))
			return &solved->slots[slot];
	}
}

static void grow(struct solved_parts *solved)
{
	struct entry **old = solved->slots;
	size_t old_size = solved->size;

	solved->size *= 2;
	solved->slots = memory_allocate(solved->size, sizeof(struct entry *));
	for (size_t i = 0; i < old_size; i++) {
		if (!old[i])
			continue;

		size_t slot = (size_t)old[i]->hash & (solved->size - 1);

		while (solved->slots[slot])
			slot = (slot + 1) & (solved->size - 1);
		solved->slots[slot] = old[i];
	}
	memory_release(old);
}

static const struct solved_part *insert(
	struct solved_parts *solved, struct entry **slot, struct entry *entry)
{
	*slot = entry;
	if (2 * ++solved->count > solved->size)
		grow(solved);
	return &entry->answer;
}

const struct solved_part *solved_parts_find(struct solved_parts *solved,
	const struct solved_parts *previous, const struct part_description *description)
{
	uint64_t hash = hash_of(description);
	struct entry **slot = slot_of(solved, description, hash);
	struct entry *shared;

	if (*slot)
		return &(*slot)->answer;
	shared = previous ? *slot_of(previous, description, hash) : NULL;
	if (!shared)
		return NULL;
	atomic_fetch_add_explicit(&shared->references, 1, memory_order_relaxed);
	return insert(solved, slot, shared);
}

size_t solved_parts_counted(const struct solved_parts *solved)
{
	return solved->added;
}

const struct solved_part *solved_parts_add(struct solved_parts *solved,
	const struct part_description *description, struct solved_part answer, size_t element_count)
{
	uint64_t hash = hash_of(description);

	solved->added++;
	return insert(solved, slot_of(solved, description, hash),
		entry_create(description, hash, answer, element_count));
}
