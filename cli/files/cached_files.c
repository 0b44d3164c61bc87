#include "cli/files/cached_files.h"

#include "analyzer/model/types/type_store.h"
#include "base/memory.h"
#include "cli/files/disk_files.h"

enum {
	MOST_BYTES = 16 << 20, /* of text; the trees take some times as much */
	SLOTS = 4096
};

struct cached_file {
	struct string path;
	struct syntax_tree *tree;
};

struct cached_files {
	struct files files;
	struct arena *paths;
	struct cached_file slots[SLOTS];
	size_t count;
	uint64_t bytes;
};

static struct cached_file *slot_of(struct cached_files *cache, struct string path)
{
	size_t slot = string_hash(path) % SLOTS;

	while (cache->slots[slot].tree && !string_equal(cache->slots[slot].path, path))
		slot = (slot + 1) % SLOTS;
	return &cache->slots[slot];
}

static void forget(struct cached_files *cache)
{
	for (size_t i = 0; i < SLOTS; i++)
		syntax_tree_release(cache->slots[i].tree);
	memset(cache->slots, 0, sizeof(cache->slots));
	arena_destroy(cache->paths);
	cache->paths = arena_create();
	cache->count = 0;
	cache->bytes = 0;
}

static struct syntax_tree *read_cached(void *context, struct string path)
{
	struct cached_files *cache = context;
	struct cached_file *file = slot_of(cache, path);

	if (!file->tree) {
		struct syntax_tree *tree = disk_files.read(disk_files.context, path);

		if (!tree || cache->count == SLOTS / 2)
			return tree;
		file->path = arena_copy(cache->paths, path);
		file->tree = tree;
		cache->count++;
		cache->bytes += syntax_tree_length(tree);
	}
	return syntax_tree_retain(file->tree);
}

struct cached_files *cached_files_create(void)
{
	struct cached_files *cache = memory_allocate(1, sizeof(*cache));

	cache->paths = arena_create();
	cache->files = (struct files){.context = cache,
		.read = read_cached,
		.list = disk_files.list,
		.fault = disk_files.fault,
		.mention = disk_files.mention,
		.types = type_store_create()};
	return cache;
}

const struct files *cached_files_get(struct cached_files *cache)
{
	if (cache->bytes > MOST_BYTES || cache->count == SLOTS / 2) {
		forget(cache);
		type_store_destroy(cache->files.types);
		cache->files.types = type_store_create();
	}
	return &cache->files;
}

void cached_files_destroy(struct cached_files *cache)
{
	if (!cache)
		return;
	forget(cache);
	arena_destroy(cache->paths);
	type_store_destroy(cache->files.types);
	memory_release(cache);
}
