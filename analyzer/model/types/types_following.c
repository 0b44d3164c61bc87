/* Following imports: from a file to all the files that it imports.
 *
 * Files that import each other are found as by Tarjan's algorithm for strongly connected
 * components: a file waits until all that it imports is known, and becomes a group with those
 * that import it in turn. */
#include "analyzer/model/types/types_internal.h"

#include "analyzer/model/types/type_store.h"
#include "base/memory.h"

struct file_list {
	struct types_file **items;
	size_t count, capacity;
};

struct following {
	struct arena *arena;
	const struct files *files;
	struct normative_types *normative;
	struct file_list known;     /* complete and as they are now; retained */
	struct types_file *waiting; /* newest first, linked by `next` */
	uint32_t count;
};

static void add(struct following *following, struct file_list *list, struct types_file *file)
{
	list->items = arena_reserve(
		following->arena, list->items, list->count, &list->capacity, sizeof(*list->items));
	list->items[list->count++] = file;
}

static struct types_file *find_known(const struct following *following, struct string path)
{
	for (size_t i = 0; i < following->known.count; i++)
		if (string_equal(following->known.items[i]->path, path))
			return following->known.items[i];
	return NULL;
}

static struct types_file *find_waiting(const struct following *following, struct string path)
{
	struct types_file *file = following->waiting;
	while (file && !string_equal(file->path, path))
		file = file->next;
	return file;
}

/* ---- what is kept ---- */

static bool is_one_of(const struct file_list *list, const struct types_file *file)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i] == file)
			return true;
	return false;
}

/* Whether the imports of `file` lead to what they led to when it was made. `seen` are those
 * that are being looked at or were found to be so: files may import each other. */
static bool imports_are_current(
	struct following *following, const struct types_file *file, struct file_list *seen)
{
	add(following, seen, (struct types_file *)file);
	if (file->imports.count == 0)
		return true;
	struct import_list imports =
		imports_of(file->tree, file->path, following->files, following->arena);
	bool is_current = imports.count == file->imports.count;
	for (size_t i = 0; i < imports.count && is_current; i++) {
		const struct types_file *imported = file->imported[i];
		struct string path = imports.items[i].path;
		if (!string_equal(path, file->imports.items[i].path)) {
			is_current = false;
		} else if (path.length) {
			struct syntax_tree *tree = files_read(following->files, path);
			is_current = imported ? tree == imported->tree : !tree;
			syntax_tree_release(tree);
		}
		if (is_current && imported && !is_one_of(seen, imported) &&
			!is_one_of(&following->known, imported))
			is_current = imports_are_current(following, imported, seen);
	}
	return is_current;
}

/* Whether all these files can be known beside those that are: what a file imports directly and by
 * way of others is one file, and not once as it was kept and once as it was made again. */
static bool may_be_known(const struct following *following, const struct file_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		const struct types_file *file = list->items[i];
		const struct types_file *known = find_known(following, file->path);
		if ((known && known != file) || find_waiting(following, file->path))
			return false;
	}
	return true;
}

static struct types_file *find_kept(
	struct following *following, struct string path, const struct syntax_tree *tree)
{
	struct type_store *store = following->files ? following->files->types : NULL;
	struct types_file *kept = store ? type_store_find(store, path, tree) : NULL;
	struct file_list seen = {0};
	if (!kept)
		return NULL;
	bool is_current =
		imports_are_current(following, kept, &seen) && may_be_known(following, &seen);
	for (size_t i = 0; i < seen.count && is_current; i++)
		add(following, &following->known, types_file_retain(seen.items[i]));
	types_file_release(kept); /* it is among the known ones */
	return is_current ? kept : NULL;
}

/* ---- making ---- */

/* Breadth first: what is imported directly comes before what comes with it. */
static void find_views(struct types_file *file)
{
	types_file_add_view(file, (struct string){"", 0}, file);
	for (size_t i = 0; i < file->view_count; i++) {
		struct types_view view = file->views[i];
		for (size_t j = 0; j < view.file->imports.count; j++) {
			struct string added = view.file->imports.items[j].prefix;
			struct string prefix = view.prefix;
			if (!view.file->imported[j])
				continue;
			if (added.length)
				prefix = arena_format(file->arena, "%.*s%.*s",
					STRING_ARGUMENTS(view.prefix), STRING_ARGUMENTS(added));
			types_file_add_view(file, prefix, view.file->imported[j]);
		}
	}
}

/* What the files that wait since `first` import is known: they become a group. */
static void complete(struct following *following, struct types_file *first)
{
	struct type_store *store = following->files ? following->files->types : NULL;
	struct types_group *group = memory_allocate(1, sizeof(*group));
	atomic_init(&group->references, 0);
	group->files = following->waiting;
	following->waiting = first->next;
	first->next = NULL;
	bool misses_files = false;
	for (struct types_file *file = group->files; file; file = file->next) {
		file->group = group;
		misses_files |= file->misses_files;
	}
	for (struct types_file *file = group->files; file; file = file->next) {
		file->misses_files = misses_files;
		for (size_t i = 0; i < file->imports.count; i++)
			if (file->imported[i] && file->imported[i]->group != group)
				types_file_retain(file->imported[i]);
		find_views(file);
	}
	for (struct types_file *file = group->files; file; file = file->next)
		types_file_link_parents(file);
	for (struct types_file *file = group->files; file; file = file->next)
		types_file_cut_cycles(file);
	for (struct types_file *file = group->files; file; file = file->next)
		types_file_cut_long_derivations(file);
	types_group_find_fingerprints(group);
	for (struct types_file *file = group->files; file; file = file->next) {
		add(following, &following->known, types_file_retain(file));
		if (store)
			type_store_keep(store, file);
	}
}

static struct types_file *make(
	struct following *following, const struct syntax_tree *tree, struct string path);

/* NULL if there is no such file. */
static struct types_file *follow(struct following *following, struct string path)
{
	struct types_file *file = find_known(following, path);
	if (!file)
		file = find_waiting(following, path);
	if (file || following->count >= MOST_IMPORTED_FILES)
		return file;
	struct syntax_tree *tree = files_read(following->files, path);
	if (tree) {
		file = find_kept(following, path, tree);
		if (!file)
			file = make(following, tree, path);
	}
	syntax_tree_release(tree);
	return file;
}

static struct types_file *make(
	struct following *following, const struct syntax_tree *tree, struct string path)
{
	struct types_file *file = types_file_create(tree, path, following->normative);
	file->order = file->lowest = ++following->count;
	file->next = following->waiting;
	following->waiting = file;
	file->imports = imports_of(tree, file->path, following->files, file->arena);
	file->imported =
		arena_allocate(file->arena, file->imports.count + 1, sizeof(struct types_file *));
	for (size_t i = 0; i < file->imports.count; i++) {
		struct string imported_path = file->imports.items[i].path;
		struct types_file *imported =
			imported_path.length ? follow(following, imported_path) : NULL;
		file->imported[i] = imported;
		file->leaves_out_files |= !imported && following->count >= MOST_IMPORTED_FILES;
		file->misses_files |= !imported || (imported->group && imported->misses_files);
		if (imported && !imported->group && imported->lowest < file->lowest)
			file->lowest = imported->lowest;
	}
	if (file->lowest == file->order)
		complete(following, file);
	return file;
}

static void finish(struct following *following)
{
	for (size_t i = 0; i < following->known.count; i++)
		types_file_release(following->known.items[i]);
	arena_destroy(following->arena);
}

struct types_file *types_file_with_imports(const struct syntax_tree *tree, struct string path,
	const struct files *files, struct normative_types *normative)
{
	struct following following = {
		.arena = arena_create(), .files = files, .normative = normative};
	struct types_file *file = find_kept(&following, path, tree);
	if (!file)
		file = make(&following, tree, path);
	types_file_retain(file);
	finish(&following);
	return file;
}

bool types_file_is_current(const struct types_file *file, const struct files *files)
{
	struct following following = {.arena = arena_create(), .files = files};
	struct file_list seen = {0};
	bool is_current = imports_are_current(&following, file, &seen);
	finish(&following);
	return is_current;
}
