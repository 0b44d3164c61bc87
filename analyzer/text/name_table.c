#include "analyzer/text/name_table.h"

#include <assert.h>
#include <string.h>

static uint32_t hash_of(struct string name)
{
	uint64_t hash = string_hash(name);

	return (uint32_t)(hash ^ (hash >> 32));
}

/* The slot of a name, or the free one it would get. */
static struct name_slot *slot_of(const struct name_table *table, struct string name, uint32_t hash)
{
	size_t place = hash & (table->capacity - 1);

	for (;;) {
		struct name_slot *slot = &table->slots[place];

		if (!slot->value || (slot->hash == hash && slot->length == name.length &&
					    memcmp(slot->bytes, name.bytes, name.length) == 0))
			return slot;
		place = (place + 1) & (table->capacity - 1);
	}
}

void *name_table_find(const struct name_table *table, struct string name)
{
	if (table->count == 0)
		return NULL;
	return slot_of(table, name, hash_of(name))->value;
}

static void widen(struct name_table *table, struct arena *arena, size_t capacity)
{
	struct name_table wider = {.capacity = capacity, .count = table->count};

	wider.slots = arena_allocate(arena, wider.capacity, sizeof(*wider.slots));
	for (size_t i = 0; i < table->capacity; i++) {
		const struct name_slot *slot = &table->slots[i];
		struct string name = {slot->bytes, slot->length};

		if (slot->value)
			*slot_of(&wider, name, slot->hash) = *slot;
	}
	*table = wider;
}

void name_table_reserve(struct name_table *table, struct arena *arena, size_t count)
{
	size_t capacity = 16;

	while (3 * capacity < 4 * count)
		capacity *= 2;
	if (capacity > table->capacity && count > 0)
		widen(table, arena, capacity);
}

void name_table_add(struct name_table *table, struct arena *arena, struct string name, void *value)
{
	uint32_t hash = hash_of(name);
	struct name_slot *slot;

	assert(value && name.length <= UINT32_MAX);
	if (4 * table->count >= 3 * table->capacity)
		widen(table, arena, table->capacity ? 4 * table->capacity : 16);
	slot = slot_of(table, name, hash);
	if (slot->value)
		return;
	*slot = (struct name_slot){name.bytes, (uint32_t)name.length, hash, value};
	table->count++;
}
