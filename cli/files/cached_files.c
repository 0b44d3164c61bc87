#include "cli/files/cached_files.h"

#include "analyzer/model/types/type_store.h"
#include "analyzer/text/path.h"
#include "base/memory.h"
#include "cli/files/disk_files.h"

enum {
	MOST_BYTES = 8 << 20, /* of text; the trees take some times as much */
	MOST_FILES = 1 << 13, /* and folders, and what there is not */
	SLOTS = 2 * MOST_FILES
};

/* What there is at a path: as far as it was asked for. */
struct cached_file {
	struct string path; /* no bytes: a free slot */
	struct syntax_tree *tree;
	bool is_read;   /* no tree: there is no such file */
	bool is_listed; /* `entries` are known */
	const struct file_entry *entries;
	size_t entry_count;
};

struct cached_files {
	struct files files;
	struct arena *arena; /* of paths and entries */
	struct cached_file slots[SLOTS];
	size_t count;
	uint64_t bytes;
	struct string folder, absolute; /* asked for last, and what it is */
};

/* NULL if it is not known, and there is no room left. */
static struct cached_file *file_at(struct cached_files *cache, struct string path)
{
	size_t slot = string_hash(path) % SLOTS;

	while (cache->slots[slot].path.bytes && !string_equal(cache->slots[slot].path, path))
		slot = (slot + 1) % SLOTS;
	if (!cache->slots[slot].path.bytes) {
		if (cache->count == MOST_FILES)
			return NULL;
		cache->slots[slot].path = arena_copy(cache->arena, path);
		cache->count++;
	}
	return &cache->slots[slot];
}

static void forget(struct cached_files *cache)
{
	for (size_t i = 0; i < SLOTS; i++)
		syntax_tree_release(cache->slots[i].tree);
	memset(cache->slots, 0, sizeof(cache->slots));
	arena_destroy(cache->arena);
	cache->arena = arena_create();
	cache->count = 0;
	cache->bytes = 0;
	cache->folder = cache->absolute = (struct string){0};
}

static void keep(struct cached_files *cache, struct cached_file *file, struct syntax_tree *tree)
{
	file->is_read = true;
	file->tree = tree;
	cache->bytes += tree ? syntax_tree_length(tree) : 0;
}

static struct syntax_tree *read_cached(void *context, struct string path)
{
	struct cached_files *cache = context;
	struct cached_file *file = file_at(cache, path);

	if (!file)
		return disk_files.read(disk_files.context, path);
	if (!file->is_read)
		keep(cache, file, disk_files.read(disk_files.context, path));
	return file->tree ? syntax_tree_retain(file->tree) : NULL;
}

/* Callers may not write to the entries. */
static const struct file_entry *list_cached(
	void *context, struct string path, struct arena *arena, size_t *count)
{
	struct cached_files *cache = context;
	struct cached_file *folder = file_at(cache, path);

	if (!folder)
		return disk_files.list(disk_files.context, path, arena, count);
	if (!folder->is_listed) {
		folder->is_listed = true;
		folder->entries = disk_files.list(
			disk_files.context, path, cache->arena, &folder->entry_count);
	}
	*count = folder->entry_count;
	return folder->entries;
}

struct string cached_files_absolute(
	struct cached_files *cache, struct string path, struct arena *arena)
{
	struct string folder = path_folder(path);

	if (!cache->folder.bytes || !string_equal(folder, cache->folder)) {
		cache->folder = arena_copy(cache->arena, folder);
		cache->absolute = disk_folder_absolute(cache->arena, cache->folder);
	}
	return disk_path_join(arena, cache->absolute, path_name(path));
}

static bool has_text(const struct cached_file *file, struct string text)
{
	struct arena *arena = arena_create();
	struct range all = {0, syntax_tree_length(file->tree)};
	bool has = string_equal(syntax_tree_text(file->tree, all, arena), text);

	arena_destroy(arena);
	return has;
}

struct syntax_tree *cached_files_take(
	struct cached_files *cache, struct string path, struct string text)
{
	struct cached_file *file = file_at(cache, path);
	struct syntax_tree *tree;

	if (file && file->tree && has_text(file, text))
		return syntax_tree_retain(file->tree);
	tree = syntax_tree_of_file(text);
	if (file && !file->is_read)
		keep(cache, file, syntax_tree_retain(tree));
	return tree;
}

struct cached_files *cached_files_create(void)
{
	struct cached_files *cache = memory_allocate(1, sizeof(*cache));

	cache->arena = arena_create();
	cache->files = (struct files){.context = cache,
		.read = read_cached,
		.list = list_cached,
		.fault = disk_files.fault,
		.mention = disk_files.mention,
		.types = type_store_create()};
	return cache;
}

const struct files *cached_files_get(struct cached_files *cache)
{
	if (cache->bytes > MOST_BYTES || cache->count > MOST_FILES / 2) {
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
	arena_destroy(cache->arena);
	type_store_destroy(cache->files.types);
	memory_release(cache);
}
