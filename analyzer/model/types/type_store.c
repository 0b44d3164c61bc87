#include "analyzer/model/types/type_store.h"

#include "analyzer/model/types/types_internal.h"
#include "base/memory.h"

enum {
	BUCKETS = 256, /* a power of two */
	FILES_PER_BUCKET = 8,
	MOST_TEXT = 16 << 20 /* bytes, of all files together: they keep their trees */
};

struct bucket {
	struct types_file *files[FILES_PER_BUCKET];
	unsigned next; /* to give way */
};

struct type_store {
	struct normative_types *normative; /* NULL: nobody has asked for them yet */
	/* Held for a look at eight paths, seldom at all: shorter than a thread takes to fall
	 * asleep. */
	atomic_flag lock;
	struct bucket buckets[BUCKETS];
	unsigned hand; /* goes round where files must give way */
	uint64_t text; /* bytes */
};

struct type_store *type_store_create(void)
{
	struct type_store *store = memory_allocate(1, sizeof(*store));
	atomic_flag_clear(&store->lock);
	return store;
}

void type_store_destroy(struct type_store *store)
{
	if (!store)
		return;
	for (size_t i = 0; i < BUCKETS; i++)
		for (size_t k = 0; k < FILES_PER_BUCKET; k++)
			types_file_release(store->buckets[i].files[k]);
	normative_types_release(store->normative);
	memory_release(store);
}

static void lock(struct type_store *store)
{
	while (atomic_flag_test_and_set_explicit(&store->lock, memory_order_acquire))
		continue;
}

static void unlock(struct type_store *store)
{
	atomic_flag_clear_explicit(&store->lock, memory_order_release);
}

/* The normative types; `made` if there are none yet, or NULL if that is NULL, too. */
static struct normative_types *normative_or(struct type_store *store, struct normative_types *made)
{
	struct normative_types *found;
	lock(store);
	if (!store->normative && made)
		store->normative = normative_types_retain(made);
	found = store->normative ? normative_types_retain(store->normative) : NULL;
	unlock(store);
	return found;
}

struct normative_types *type_store_normative(struct type_store *store)
{
	struct normative_types *found = normative_or(store, NULL), *made;
	if (found)
		return found;
	made = normative_types_create(); /* by several threads at once, perhaps */
	found = normative_or(store, made);
	normative_types_release(made);
	return found;
}

static struct bucket *bucket_of(struct type_store *store, struct string path)
{
	return &store->buckets[string_hash(path) & (BUCKETS - 1)];
}

struct types_file *type_store_find(
	struct type_store *store, struct string path, const struct syntax_tree *tree)
{
	struct bucket *bucket = bucket_of(store, path);
	struct types_file *found = NULL;
	lock(store);
	for (size_t i = 0; i < FILES_PER_BUCKET && !found; i++) {
		struct types_file *file = bucket->files[i];
		if (file && file->tree == tree && string_equal(file->path, path))
			found = types_file_retain(file);
	}
	unlock(store);
	return found;
}

/* The place in the bucket for a file of that path. */
static size_t place_for(struct bucket *bucket, struct string path)
{
	size_t place = FILES_PER_BUCKET;
	for (size_t i = 0; i < FILES_PER_BUCKET; i++) {
		const struct types_file *kept = bucket->files[i];
		if (kept ? string_equal(kept->path, path) : place == FILES_PER_BUCKET)
			place = i;
	}
	return place < FILES_PER_BUCKET ? place : bucket->next++ % FILES_PER_BUCKET;
}

/* Files to be released when the lock is. */
struct dropped_files {
	struct types_file *items[BUCKETS * FILES_PER_BUCKET];
	size_t count;
};

static void drop(struct type_store *store, struct types_file **place, struct dropped_files *dropped)
{
	if (!*place)
		return;
	store->text -= syntax_tree_length((*place)->tree);
	dropped->items[dropped->count++] = *place;
	*place = NULL;
}

static void make_room(
	struct type_store *store, const struct types_file *kept, struct dropped_files *dropped)
{
	enum {
		PLACES = BUCKETS * FILES_PER_BUCKET
	};
	for (unsigned i = 0; i < PLACES && store->text > MOST_TEXT; i++) {
		struct bucket *bucket = &store->buckets[store->hand / FILES_PER_BUCKET];
		struct types_file **place = &bucket->files[store->hand % FILES_PER_BUCKET];
		if (*place != kept)
			drop(store, place, dropped);
		store->hand = (store->hand + 1) % PLACES;
	}
}

void type_store_keep(struct type_store *store, struct types_file *file)
{
	struct bucket *bucket = bucket_of(store, file->path);
	struct dropped_files dropped;
	dropped.count = 0;
	lock(store);
	struct types_file **place = &bucket->files[place_for(bucket, file->path)];
	drop(store, place, &dropped);
	*place = types_file_retain(file);
	store->text += syntax_tree_length(file->tree);
	make_room(store, file, &dropped);
	unlock(store);
	for (size_t i = 0; i < dropped.count; i++)
		types_file_release(dropped.items[i]);
}
