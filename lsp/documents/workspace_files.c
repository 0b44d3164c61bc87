#include "lsp/documents/workspace_files.h"

#include "analyzer/language/diagnostics/setting_rows.h"
#include "analyzer/model/types/type_store.h"
#include "analyzer/text/name_table.h"
#include "analyzer/text/path.h"
#include "base/memory.h"
#include "lsp/documents/document.h"
#include "lsp/documents/folder_cache.h"
#include "lsp/documents/workspace_folders.h"
#include "lsp/system/event_loop.h"
#include "lsp/system/file_status.h"
#include "lsp/wire/uri.h"

#include <pthread.h>
#include <string.h>

/* A file may lie in any of a few slots behind that of its path. Where they are all taken, the
 * first gives way; there are many more slots than a workspace has files. Where the texts are too
 * long together, those give way that nobody asked for since the last time. */
enum {
	SLOTS = 8192, /* a power of two */
	PROBES = 8,
	MOST_TEXT = 16 << 20 /* bytes; their trees take many times as much */
};

struct cached_file {
	char *path;
	struct syntax_tree *tree;
	struct file_status status;
	bool was_asked_for; /* since the hand came by */
};

struct file_cache {
	const struct files *disk;
	struct folder_cache *folders;
	struct type_store *types;
	pthread_mutex_t mutex;
	struct cached_file files[SLOTS];
	size_t hand;   /* goes round where files must give way */
	uint64_t text; /* bytes, of all of them */
};

struct open_file {
	struct string path;
	struct syntax_tree *tree;
};

/* What a view has been asked for. */
struct asked_file {
	struct syntax_tree *tree; /* NULL: there is none */
	bool was_read;
};

struct file_view {
	struct files files;
	struct file_cache *cache;
	struct arena *arena;
	struct open_file *open;
	size_t open_count;
	struct string *asked;
	size_t asked_count, asked_capacity;
	struct name_table asked_files; /* the same by their names */
	struct string *bounds;         /* folders; NULL: everything is read */
	size_t bound_count;
	struct string refused;
};

/* ---- the cache ---- */

static struct cached_file *slot_of(struct file_cache *cache, struct string path, size_t probe)
{
	return &cache->files[(string_hash(path) + probe) & (SLOTS - 1)];
}

static struct cached_file *find_cached(struct file_cache *cache, struct string path)
{
	for (size_t i = 0; i < PROBES; i++) {
		struct cached_file *file = slot_of(cache, path, i);

		if (file->path && string_is(path, file->path))
			return file;
	}
	return NULL;
}

static struct cached_file *free_slot(struct file_cache *cache, struct string path)
{
	for (size_t i = 0; i < PROBES; i++)
		if (!slot_of(cache, path, i)->path)
			return slot_of(cache, path, i);
	return slot_of(cache, path, 0);
}

static bool is_fresh(const struct cached_file *file, const struct file_status *status)
{
	return file->status.size == status->size &&
	       file->status.changed.tv_sec == status->changed.tv_sec &&
	       file->status.changed.tv_nsec == status->changed.tv_nsec;
}

static void forget(struct file_cache *cache, struct cached_file *file)
{
	if (file->tree)
		cache->text -= syntax_tree_length(file->tree);
	memory_release(file->path);
	syntax_tree_release(file->tree);
	memset(file, 0, sizeof(*file));
}

/* A single file may be longer than all may be together. */
static void make_room(struct file_cache *cache, const struct cached_file *kept)
{
	for (unsigned i = 0; i < 2 * SLOTS && cache->text > MOST_TEXT; i++) {
		struct cached_file *file = &cache->files[cache->hand];

		cache->hand = (cache->hand + 1) & (SLOTS - 1);
		if (!file->was_asked_for && file != kept)
			forget(cache, file);
		file->was_asked_for = false;
	}
}

static void keep(struct file_cache *cache, struct string path, struct syntax_tree *tree,
	const struct file_status *status)
{
	struct cached_file *file = find_cached(cache, path);

	if (!file)
		file = free_slot(cache, path);
	forget(cache, file);
	file->path = memory_allocate(path.length + 1, 1);
	memcpy(file->path, path.bytes, path.length);
	file->tree = syntax_tree_retain(tree);
	file->status = *status;
	cache->text += syntax_tree_length(tree);
	make_room(cache, file);
}

/* `path` ends with a NUL. */
static struct syntax_tree *read_cached(struct file_cache *cache, struct string path)
{
	struct syntax_tree *tree = NULL;
	struct cached_file *file;
	struct file_status status;

	if (!file_status(path, &status))
		return NULL;
	pthread_mutex_lock(&cache->mutex);
	file = find_cached(cache, path);
	if (file && is_fresh(file, &status)) {
		tree = syntax_tree_retain(file->tree);
		file->was_asked_for = true;
	}
	pthread_mutex_unlock(&cache->mutex);
	if (tree)
		return tree;
	tree = files_read(cache->disk, path);
	if (tree) {
		pthread_mutex_lock(&cache->mutex);
		keep(cache, path, tree, &status);
		pthread_mutex_unlock(&cache->mutex);
	}
	return tree;
}

struct file_cache *file_cache_create(const struct files *disk)
{
	struct file_cache *cache = memory_allocate(1, sizeof(*cache));

	cache->disk = disk;
	cache->folders = folder_cache_create(disk);
	cache->types = type_store_create();
	pthread_mutex_init(&cache->mutex, NULL);
	return cache;
}

void file_cache_destroy(struct file_cache *cache)
{
	if (!cache)
		return;
	for (size_t i = 0; i < SLOTS; i++)
		forget(cache, &cache->files[i]);
	folder_cache_destroy(cache->folders);
	type_store_destroy(cache->types);
	pthread_mutex_destroy(&cache->mutex);
	memory_release(cache);
}

void file_cache_note_change(struct file_cache *cache)
{
	folder_cache_forget(cache->folders);
}

/* ---- views ---- */

static struct asked_file *note(struct file_view *view, struct string path)
{
	struct asked_file *file = name_table_find(&view->asked_files, path);

	if (file)
		return file;
	file = arena_allocate(view->arena, 1, sizeof(*file));
	name_table_add(&view->asked_files, view->arena, path, file);
	view->asked = arena_reserve(view->arena, view->asked, view->asked_count,
		&view->asked_capacity, sizeof(*view->asked));
	view->asked[view->asked_count++] = path;
	return file;
}

static const struct syntax_tree *open_tree(const struct file_view *view, struct string path)
{
	for (size_t i = 0; i < view->open_count; i++)
		if (string_equal(view->open[i].path, path))
			return view->open[i].tree;
	return NULL;
}

/* What a project has set may stand above the folder that is open. */
static bool is_in_bounds(const struct file_view *view, struct string path)
{
	if (!view->bounds || string_is(path_name(path), PROJECT_SETTINGS_NAME))
		return true;
	for (size_t i = 0; i < view->bound_count; i++)
		if (path_is_in(path, view->bounds[i]))
			return true;
	return false;
}

static struct syntax_tree *view_read(void *context, struct string path)
{
	struct file_view *view = context;
	const struct syntax_tree *tree;
	struct asked_file *file;

	path = path_normalize(path, view->arena);
	file = note(view, path);
	tree = open_tree(view, path);
	if (!tree && !file->was_read && is_in_bounds(view, path))
		file->tree = read_cached(view->cache, path);
	file->was_read = true;
	if (!tree)
		tree = file->tree;
	return tree ? syntax_tree_retain(tree) : NULL;
}

static const struct file_entry *view_list(
	void *context, struct string path, struct arena *arena, size_t *count)
{
	struct file_view *view = context;

	path = path_normalize(path, view->arena);
	note(view, path);
	return folder_cache_list(view->cache->folders, path, arena, count);
}

static const char *view_fault(void *context, struct string path)
{
	struct file_view *view = context;

	path = path_normalize(path, view->arena);
	if (is_in_bounds(view, path))
		return files_fault(view->cache->disk, path);
	if (!view->refused.length)
		view->refused = arena_copy(view->arena, path);
	return "lies outside the folders that are open, and is read only if the setting "
	       "vtosca.importsOutsideWorkspace allows it";
}

static bool view_mentions(void *context, struct string path, struct string text)
{
	const struct file_view *view = context;

	path = path_normalize(path, view->arena);
	return open_tree(view, path) ||
	       (is_in_bounds(view, path) && files_mention(view->cache->disk, path, text));
}

struct file_view *file_view_create(struct file_cache *cache, const struct document *documents)
{
	struct arena *arena = arena_create();
	struct file_view *view = arena_allocate(arena, 1, sizeof(*view));
	size_t count = 0;

	for (const struct document *d = documents; d; d = d->next)
		count++;
	view->arena = arena;
	view->cache = cache;
	view->open = arena_allocate(arena, count, sizeof(*view->open));
	for (const struct document *d = documents; d; d = d->next)
		view->open[view->open_count++] = (struct open_file){
			arena_copy(arena, string_from(d->path)), syntax_tree_retain(d->tree)};
	view->files = (struct files){.context = view,
		.read = view_read,
		.list = view_list,
		.fault = view_fault,
		.mention = view_mentions,
		.types = cache->types};
	return view;
}

static void add_bound(struct file_view *view, struct string folder, size_t *capacity)
{
	view->bounds = arena_reserve(
		view->arena, view->bounds, view->bound_count, capacity, sizeof(*view->bounds));
	view->bounds[view->bound_count++] = arena_copy(view->arena, folder);
}

void file_view_bind(struct file_view *view, const struct workspace_folders *folders,
	const struct document *documents)
{
	size_t capacity = 0;

	for (size_t i = 0; i < folders->count; i++)
		add_bound(view, string_from(folders->paths[i]), &capacity);
	for (const struct document *d = documents; d; d = d->next)
		if (!workspace_folders_hold(folders, string_from(d->path)))
			add_bound(view, path_folder(string_from(d->path)), &capacity);
}

void file_view_destroy(struct file_view *view)
{
	if (!view)
		return;
	for (size_t i = 0; i < view->open_count; i++)
		syntax_tree_release(view->open[i].tree);
	for (size_t i = 0; i < view->asked_count; i++) {
		struct asked_file *file = name_table_find(&view->asked_files, view->asked[i]);

		syntax_tree_release(file->tree);
	}
	arena_destroy(view->arena);
}

const struct files *file_view_files(const struct file_view *view)
{
	return &view->files;
}

bool file_view_has_text(struct file_view *view, struct string path, struct string text)
{
	const struct files *disk = view->cache->disk;
	struct file_status status;

	path = path_normalize(path, view->arena);
	return disk->mention && is_in_bounds(view, path) && file_status(path, &status) &&
	       status.size == text.length && files_mention(disk, path, text);
}

struct string file_view_refused(const struct file_view *view)
{
	return view->refused;
}

const struct string *file_view_asked(const struct file_view *view, size_t *count)
{
	*count = view->asked_count;
	return view->asked;
}
