#include "analyzer/model/types/member_cache.h"

struct cached {
	const struct type *type; /* NULL: a free slot */
	bool is_known[PART_TOTAL];
	struct type_members members[PART_TOTAL];
};

struct member_cache {
	struct arena *arena;
	struct cached *slots; /* NULL until somebody asks */
	size_t count;
	size_t size; /* a power of two */
};

struct member_cache *member_cache_create(struct arena *arena)
{
	struct member_cache *cache = arena_allocate(arena, 1, sizeof(*cache));
	cache->arena = arena;
	cache->size = 32;
	return cache;
}

static struct cached *slot_of(const struct member_cache *cache, const struct type *type)
{
	uint64_t hash = (uint64_t)(uintptr_t)type * UINT64_C(0x9E3779B97F4A7C15);
	size_t slot = (size_t)(hash >> 32) & (cache->size - 1);
	while (cache->slots[slot].type && cache->slots[slot].type != type)
		slot = (slot + 1) & (cache->size - 1);
	return &cache->slots[slot];
}

static void grow(struct member_cache *cache)
{
	struct member_cache larger = {.arena = cache->arena, .size = 2 * cache->size};
	larger.slots = arena_allocate(cache->arena, larger.size, sizeof(*larger.slots));
	for (size_t i = 0; i < cache->size; i++)
		if (cache->slots[i].type)
			*slot_of(&larger, cache->slots[i].type) = cache->slots[i];
	larger.count = cache->count;
	*cache = larger;
}

struct type_members member_cache_get(
	struct member_cache *cache, const struct type *type, enum type_part part)
{
	if (!type)
		return (struct type_members){0};
	if (!cache->slots)
		cache->slots = arena_allocate(cache->arena, cache->size, sizeof(*cache->slots));
	struct cached *cached = slot_of(cache, type);
	if (!cached->type) {
		if (2 * ++cache->count > cache->size) {
			grow(cache);
			cached = slot_of(cache, type);
		}
		cached->type = type;
	}
	if (!cached->is_known[part]) {
		cached->members[part] = type_members(type, part, cache->arena);
		cached->is_known[part] = true;
	}
	return cached->members[part];
}
