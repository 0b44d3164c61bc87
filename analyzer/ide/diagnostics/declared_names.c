#include "analyzer/ide/diagnostics/declared_names.h"

#include "base/memory.h"

#include <stdatomic.h>
#include <string.h>

enum {
	/* They are looked through one by one. */
	MOST_CHANGES = 64
};

/* A name by the hash of its kind, container and name; 0 is a free slot. */
struct slot {
	uint64_t name;
	uint32_t count;
};

struct table {
	atomic_uint references;
	size_t size; /* a power of two */
	struct slot slots[];
};

struct change {
	uint64_t name;
	int32_t count;
};

struct declared_names {
	struct table *table;
	struct change changes[MOST_CHANGES];
	size_t change_count;
};

static uint64_t mix(uint64_t hash, uint64_t with)
{
	hash = (hash ^ with) * UINT64_C(0x9E3779B97F4A7C15);
	return hash ^ (hash >> 29);
}

static uint64_t name_of(const struct kept_name *use)
{
	uint64_t hash = mix(
		mix(string_hash(use->name), string_hash(use->container)), (uint64_t)use->kind + 1);
	return hash ? hash : 1;
}

static struct slot *slot_of(struct table *table, uint64_t name)
{
	size_t i = (size_t)name & (table->size - 1);
	while (table->slots[i].count > 0 && table->slots[i].name != name)
		i = (i + 1) & (table->size - 1);
	return &table->slots[i];
}

struct declared_names *declared_names_create(const struct kept_names *sections, size_t count)
{
	struct declared_names *names = memory_allocate(1, sizeof(*names));
	size_t total = 0, size = 16;
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < sections[i].count; j++)
			total += sections[i].items[j].is_declaration;
	while (size < 2 * total)
		size *= 2;
	names->table =
		memory_allocate(1, sizeof(*names->table) + size * sizeof(*names->table->slots));
	atomic_init(&names->table->references, 1);
	names->table->size = size;
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < sections[i].count; j++) {
			const struct kept_name *use = &sections[i].items[j];
			if (!use->is_declaration)
				continue;
			struct slot *slot = slot_of(names->table, name_of(use));
			slot->name = name_of(use);
			slot->count++;
		}
	}
	return names;
}

static bool add_change(struct declared_names *names, uint64_t name, int32_t count)
{
	for (size_t i = 0; i < names->change_count; i++) {
		struct change *change = &names->changes[i];
		if (change->name != name)
			continue;
		change->count += count;
		if (change->count == 0)
			*change = names->changes[--names->change_count];
		return true;
	}
	if (names->change_count == MOST_CHANGES)
		return false;
	names->changes[names->change_count++] = (struct change){name, count};
	return true;
}

static bool add_all(
	struct declared_names *names, const struct kept_names *sections, size_t count, int32_t sign)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < sections[i].count; j++)
			if (sections[i].items[j].is_declaration &&
				!add_change(names, name_of(&sections[i].items[j]), sign))
				return false;
	return true;
}

struct declared_names *declared_names_change(const struct declared_names *names,
	const struct kept_names *lost, size_t lost_count, const struct kept_names *gained,
	size_t gained_count)
{
	struct declared_names *copy = memory_allocate(1, sizeof(*copy));
	*copy = *names;
	atomic_fetch_add_explicit(&copy->table->references, 1, memory_order_relaxed);
	if (add_all(copy, lost, lost_count, -1) && add_all(copy, gained, gained_count, 1))
		return copy;
	declared_names_destroy(copy);
	return NULL;
}

void declared_names_destroy(struct declared_names *names)
{
	if (!names)
		return;
	if (atomic_fetch_sub(&names->table->references, 1) == 1)
		memory_release(names->table);
	memory_release(names);
}

bool declared_names_have(const struct declared_names *names, const struct kept_name *use)
{
	uint64_t name = name_of(use);
	int64_t count = slot_of(names->table, name)->count;
	for (size_t i = 0; i < names->change_count; i++)
		if (names->changes[i].name == name)
			count += names->changes[i].count;
	return count > 0;
}
