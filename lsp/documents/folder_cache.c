#include "lsp/documents/folder_cache.h"

#include "base/memory.h"
#include "lsp/system/file_status.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

/* A folder lies in the slot of its path, whose folder before gives way. */
enum {
	SLOTS = 128,
	MOST_ENTRIES = 4096, /* of a folder that is kept */
	SETTLED = 2,         /* seconds after which another change has another time, on any disk */
	BELIEVED = 10        /* seconds, also where times of change do not tell */
};

struct listing {
	struct arena *arena; /* NULL: none */
	struct string path;
	const struct file_entry *entries;
	size_t count;
	struct timespec changed;
	time_t listed;
};

struct folder_cache {
	const struct files *disk;
	pthread_mutex_t mutex;
	struct listing listings[SLOTS];
};

struct folder_cache *folder_cache_create(const struct files *disk)
{
	struct folder_cache *cache = memory_allocate(1, sizeof(*cache));

	cache->disk = disk;
	pthread_mutex_init(&cache->mutex, NULL);
	return cache;
}

void folder_cache_forget(struct folder_cache *cache)
{
	pthread_mutex_lock(&cache->mutex);
	for (size_t i = 0; i < SLOTS; i++)
		arena_destroy(cache->listings[i].arena);
	memset(cache->listings, 0, sizeof(cache->listings));
	pthread_mutex_unlock(&cache->mutex);
}

void folder_cache_destroy(struct folder_cache *cache)
{
	folder_cache_forget(cache);
	pthread_mutex_destroy(&cache->mutex);
	memory_release(cache);
}

static time_t now(void)
{
	struct timespec time;

	return timespec_get(&time, TIME_UTC) ? time.tv_sec : 0;
}

static const struct file_entry *copied(
	struct arena *arena, const struct file_entry *entries, size_t count)
{
	struct file_entry *copies = arena_allocate(arena, count, sizeof(*copies));

	for (size_t i = 0; i < count; i++) {
		copies[i] = entries[i];
		copies[i].name = arena_copy(arena, entries[i].name);
	}
	return copies;
}

/* NULL if the folder has to be listed. */
static const struct file_entry *kept(const struct listing *listing, struct string path,
	const struct file_status *status, struct arena *arena, size_t *count)
{
	time_t age = now() - listing->listed;

	if (!listing->arena || !string_equal(listing->path, path) ||
		listing->changed.tv_sec != status->changed.tv_sec ||
		listing->changed.tv_nsec != status->changed.tv_nsec || age < 0 || age > BELIEVED)
		return NULL;
	*count = listing->count;
	return copied(arena, listing->entries, listing->count);
}

/* Where it may change again within the same time, it is not kept. */
static void keep(struct listing *listing, struct string path, const struct file_status *status,
	const struct file_entry *entries, size_t count, time_t listed)
{
	arena_destroy(listing->arena);
	*listing = (struct listing){0};
	if (status->changed.tv_sec <= 0 || listed - status->changed.tv_sec < SETTLED || !entries ||
		count > MOST_ENTRIES)
		return;
	listing->arena = arena_create();
	listing->path = arena_copy(listing->arena, path);
	listing->entries = copied(listing->arena, entries, count);
	listing->count = count;
	listing->changed = status->changed;
	listing->listed = listed;
}

const struct file_entry *folder_cache_list(
	struct folder_cache *cache, struct string path, struct arena *arena, size_t *count)
{
	struct listing *listing = &cache->listings[string_hash(path) % SLOTS];
	const struct file_entry *entries;
	struct file_status status;
	time_t listed = now();

	if (!file_status(path, &status)) {
		*count = 0;
		return NULL;
	}
	pthread_mutex_lock(&cache->mutex);
	entries = kept(listing, path, &status, arena, count);
	pthread_mutex_unlock(&cache->mutex);
	if (entries)
		return entries;
	entries = files_list(cache->disk, path, arena, count);
	pthread_mutex_lock(&cache->mutex);
	keep(listing, path, &status, entries, *count, listed);
	pthread_mutex_unlock(&cache->mutex);
	return entries;
}
