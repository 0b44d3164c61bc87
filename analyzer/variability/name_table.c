#include "analyzer/variability/name_table.h"

#include <assert.h>

/* The slot of a name, or the free one it would get. */
static struct name_slot *slot_of(const struct name_table *table, struct string name, uint64_t hash)
{
	size_t place = (size_t)(hash ^ (hash >> 32)) & (table->capacity - 1);

	while (table->slots[place].value &&
		(table->slots[place].hash != hash || !string_equal(table->slots[place].name, name)))
		place = (place + 1) & (table->capacity - 1);
	return &table->slots[place];
}

void *name_table_find(const struct name_table *table, struct string name)
{
	if (table->count == 0)
		return NULL;
	return slot_of(table, name, string_hash(name))->value;
}

static void widen(struct name_table *table, struct arena *arena, size_t capacity)
{
	struct name_table wider = {.capacity = capacity, .count = table->count};

	wider.slots = arena_allocate(arena, wider.capacity, sizeof(*wider.slots));
	for (size_t i = 0; i < table->capacity; i++) {
		const struct name_slot *slot = &table->slots[i];

		if (slot->value)
			*slot_of(&wider, slot->name, slot->hash) = *slot;
	}
	*table = wider;
}

void name_table_reserve(struct name_table *table, struct arena *arena, size_t count)
{
	size_t capacity = 16;

	while (capacity < 2 * count)
		capacity *= 2;
	if (capacity > table->capacity && count > 0)
		widen(table, arena, capacity);
}

void name_table_add(struct name_table *table, struct arena *arena, struct string name, void *value)
{
	uint64_t hash = string_hash(name);
	struct name_slot *slot;

	assert(value);
	if (2 * table->count >= table->capacity)
		widen(table, arena, table->capacity ? 4 * table->capacity : 16);
	slot = slot_of(table, name, hash);
	if (slot->value)
		return;
	*slot = (struct name_slot){.name = name, .hash = hash, .value = value};
	table->count++;
}
