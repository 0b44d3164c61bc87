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

static void grow(struct name_table *table, struct arena *arena)
{
	struct name_table wider = {.capacity = table->capacity ? 4 * table->capacity : 16};

	wider.slots = arena_allocate(arena, wider.capacity, sizeof(*wider.slots));
	wider.count = table->count;
	for (size_t i = 0; i < table->capacity; i++) {
		const struct name_slot *slot = &table->slots[i];

		if (slot->value)
			*slot_of(&wider, slot->name, slot->hash) = *slot;
	}
	*table = wider;
}

void name_table_add(struct name_table *table, struct arena *arena, struct string name, void *value)
{
	uint64_t hash = string_hash(name);
	struct name_slot *slot;

	assert(value);
	if (2 * table->count >= table->capacity)
		grow(table, arena);
	slot = slot_of(table, name, hash);
	if (slot->value)
		return;
	*slot = (struct name_slot){.name = name, .hash = hash, .value = value};
	table->count++;
}
