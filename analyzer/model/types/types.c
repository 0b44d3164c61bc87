#include "analyzer/model/types/types.h"

#include "analyzer/model/types/file_record.h"
#include "analyzer/model/types/import_meant.h"
#include "analyzer/model/types/type_store.h"
#include "analyzer/model/types/types_internal.h"

#include "analyzer/language/grammar/keynames.h"
#include "analyzer/text/path.h"
#include "base/memory.h"

enum {
	MOST_LOOKED_THROUGH = 64 /* notes on what a section has asked */
};

struct types {
	atomic_int references;
	struct arena *arena;
	struct types_file *file; /* the file itself */
	const struct type **all;
	size_t all_count, all_capacity;
	struct import_failure *failures;
	size_t failure_count;
	struct file_record looked_at;   /* to tell of failures */
	uint64_t names;                 /* a fingerprint of all names and of what is missing */
	struct type_recorder *recorder; /* NULL but for copies made by `types_recorded_by` */
	struct types *recorded;
};

/* ---- all that can be named ---- */

static void add_all_of(struct types *types, const struct types_file *file)
{
	for (size_t i = 0; i < file->own_count; i++) {
		types->all = arena_reserve(types->arena, types->all, types->all_count,
			&types->all_capacity, sizeof(*types->all));
		types->all[types->all_count++] = file->own[i];
	}
}

static bool has_earlier_view(const struct types_file *file, size_t position)
{
	for (size_t i = 0; i < position; i++)
		if (file->views[i].file == file->views[position].file)
			return true;
	return false;
}

static void gather(struct types *types)
{
	const struct types_file *file = types->file;
	types->names = file->misses_files;
	for (size_t i = 0; i < file->view_count; i++) {
		const struct types_view *view = &file->views[i];
		types->names += fingerprint_mix(view->file->names + string_hash(view->prefix));
		if (!has_earlier_view(file, i))
			add_all_of(types, view->file);
	}
	if (file->normative_file)
		add_all_of(types, file->normative_file);
}

/* ---- imports that fail ---- */

/* The path as seen from the folder of the file. */
static struct string short_path(const struct types *types, struct string path)
{
	struct string folder = path_folder(types->file->path);
	size_t length = folder.length + (string_is(folder, "/") ? 0 : 1);
	if (folder.length && path.length > length &&
		string_equal(string_slice(path, 0, folder.length), folder) &&
		path.bytes[length - 1] == '/')
		return string_slice(path, length, path.length);
	return path;
}

struct step {
	const struct types_file *file;
	size_t from; /* the step before */
};

/* The shortest way from `start` back to the file itself, breadth first. */
static struct string cycle_from(const struct types *types, const struct types_file *start)
{
	const struct types_file *goal = types->file;
	size_t count = 1;
	for (const struct types_file *file = goal->group->files; file; file = file->next)
		count++;
	struct arena *arena = arena_create();
	struct step *steps = arena_allocate(arena, count, sizeof(*steps));
	size_t length = 0;
	size_t current = 0;
	steps[length++] = (struct step){start, 0};
	for (; steps[current].file != goal; current++) {
		const struct types_file *file = steps[current].file;
		for (size_t i = 0; i < file->imports.count; i++) {
			const struct types_file *next = file->imported[i];
			bool is_new = next && next->group == goal->group;
			for (size_t k = 0; k < length && is_new; k++)
				is_new = steps[k].file != next;
			if (is_new)
				steps[length++] = (struct step){next, current};
		}
	}
	struct string way = short_path(types, goal->path);
	for (; current > 0; current = steps[current].from)
		way = arena_format(arena, "%.*s → %.*s",
			STRING_ARGUMENTS(short_path(types, steps[steps[current].from].file->path)),
			STRING_ARGUMENTS(way));
	way = arena_format(types->arena, "%.*s → %.*s",
		STRING_ARGUMENTS(short_path(types, goal->path)), STRING_ARGUMENTS(way));
	arena_destroy(arena);
	return way;
}

bool types_file_is_foreign(const struct syntax_tree *tree)
{
	struct node root = syntax_tree_root(tree);
	uint32_t count = node_kind(root) == NODE_MAPPING ? node_count(root) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct string key = node_text(node_entry(root, i).key);
		if (keyname_find_in_any_version(CONSTRUCT_FILE, key))
			return false;
	}
	return !node_is_null(root);
}

static const char *fault_of(
	const struct types_file *file, const struct files *files, struct string path)
{
	struct syntax_tree *tree = file->leaves_out_files ? files_read(files, path) : NULL;
	bool is_left_out = tree != NULL;
	syntax_tree_release(tree);
	_Static_assert(MOST_IMPORTED_FILES == 1024, "the message says so");
	return is_left_out ? "is left out: 1024 files are imported already"
			   : files_fault(files, path);
}

static uint64_t fingerprint_of_failure(const struct import_failure *failure)
{
	const struct string texts[] = {failure->prefix, failure->cycle, failure->broken,
		failure->meant, failure->source, string_from(failure->fault ? failure->fault : "")};
	uint64_t fingerprint = failure->problem * 2 + failure->is_above;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		fingerprint = fingerprint_mix(fingerprint + string_hash(texts[i]));
	return fingerprint;
}

/* The import itself, or the first of the files that it leads to, that is no valid YAML. */
static const struct types_file *broken_among(const struct types_file *imported, struct arena *arena)
{
	for (size_t i = 0; i < imported->view_count; i++)
		if (!file_is_valid(arena, imported->views[i].file->tree))
			return imported->views[i].file;
	return NULL;
}

static void note_failures(struct types *types, const struct files *files)
{
	const struct types_file *file = types->file;
	if (files) {
		file_record_init(&types->looked_at, files, types->arena);
		files = &types->looked_at.files;
	}
	types->failures =
		arena_allocate(types->arena, file->imports.count + 1, sizeof(*types->failures));
	for (size_t i = 0; i < file->imports.count; i++) {
		const struct import *import = &file->imports.items[i];
		const struct types_file *imported = file->imported[i];
		struct import_failure failure = {
			.node = import->node,
			.name = import->name,
			.prefix = import->prefix,
			.problem = import->path.length ? IMPORT_IS_MISSING : IMPORT_IS_REMOTE,
			.fault = imported || !import->path.length
					 ? NULL
					 : fault_of(file, files, import->path),
		};
		bool is_no_template = imported && types_file_is_foreign(imported->tree);
		const struct types_file *broken =
			imported ? broken_among(imported, types->arena) : NULL;
		if (imported && imported->group != file->group && !is_no_template && !broken)
			continue;
		if (is_no_template) {
			failure.problem = IMPORT_IS_NO_TOSCA;
		} else if (broken) {
			failure.problem = IMPORT_IS_BROKEN;
			failure.broken = file_invalid_text(
				types->arena, broken->tree, short_path(types, broken->path));
		} else if (imported) {
			failure.problem = IMPORT_IS_CYCLIC;
			failure.cycle = cycle_from(types, imported);
		} else {
			if (!file->leaves_out_files)
				failure.meant =
					import_meant(import, file->path, files, types->arena);
			failure.is_above = import_is_above(import, file->path, files, types->arena);
			failure.source = import_source(import, file->path, files, types->arena);
		}
		types->failures[types->failure_count++] = failure;
		types->names += fingerprint_of_failure(&failure);
	}
}

/* ---- names of several types ---- */

/* The first type that both files give a name to, with different meanings. */
static bool find_clash(const struct types_file *a, const struct types_file *b, struct arena *arena,
	const struct type **type, const struct type **other)
{
	for (size_t i = 0; i < a->view_count; i++) {
		const struct types_file *seen = a->views[i].file;
		for (size_t k = 0; k < seen->own_count; k++) {
			*type = seen->own[k];
			struct string name = (*type)->name;
			if (a->views[i].prefix.length)
				name = arena_format(arena, "%.*s%.*s",
					STRING_ARGUMENTS(a->views[i].prefix),
					STRING_ARGUMENTS(name));
			*other = types_file_find_defined(b, (*type)->kind, name);
			if (*other && *other != types_file_find_defined(a, (*type)->kind, name))
				return true;
		}
	}
	return false;
}

const struct type_clash *types_clashes(
	const struct types *types, struct arena *arena, size_t *count)
{
	const struct types_file *file = types->file;
	struct type_clash *clashes = NULL;
	size_t capacity = 0;
	*count = 0;
	for (size_t i = 0; i < file->imports.count; i++) {
		struct type_clash clash = {.node = file->imports.items[i].node};
		for (size_t k = 0; k < i && file->imported[i]; k++) {
			bool is_same_namespace = string_equal(
				file->imports.items[k].prefix, file->imports.items[i].prefix);
			if (!file->imported[k] || !is_same_namespace ||
				file->imported[k] == file->imported[i] ||
				!find_clash(file->imported[i], file->imported[k], arena,
					&clash.type, &clash.other))
				continue;
			clashes =
				arena_reserve(arena, clashes, *count, &capacity, sizeof(*clashes));
			clashes[(*count)++] = clash;
		}
	}
	return clashes;
}

/* ---- life ---- */

struct types *types_create(const struct syntax_tree *tree, struct string path,
	const struct files *files, struct normative_types *normative)
{
	struct types *types = memory_allocate(1, sizeof(*types));
	atomic_init(&types->references, 1);
	types->arena = arena_create();
	if (normative)
		normative = normative_types_retain(normative);
	else if (files && files->types)
		normative = type_store_normative(files->types);
	else
		normative = normative_types_create();
	types->file =
		types_file_with_imports(tree, path_normalize(path, types->arena), files, normative);
	normative_types_release(normative); /* the file retains them */
	gather(types);
	note_failures(types, files);
	return types;
}

struct types *types_retain(const struct types *types)
{
	struct types *shared = (struct types *)types;
	atomic_fetch_add(&shared->references, 1);
	return shared;
}

void types_release(struct types *types)
{
	if (!types || atomic_fetch_sub(&types->references, 1) > 1)
		return;
	types_file_release(types->file);
	file_record_finish(&types->looked_at);
	types_release(types->recorded);
	arena_destroy(types->arena);
	memory_release(types);
}

bool types_are_current(const struct types *types, const struct files *files)
{
	return types_file_is_current(types->file, files) &&
	       file_record_holds(&types->looked_at, files);
}

struct normative_types *types_normative(const struct types *types)
{
	return types->file->normative;
}

/* ---- recording ---- */

struct types *types_recorded_by(const struct types *types, struct type_recorder *recorder)
{
	struct types *copy = memory_allocate(1, sizeof(*copy));
	atomic_init(&copy->references, 1);
	copy->recorded = types_retain(types);
	copy->recorder = recorder;
	copy->file = types_file_retain(types->file);
	copy->all = types->all;
	copy->all_count = types->all_count;
	copy->failures = types->failures;
	copy->failure_count = types->failure_count;
	copy->names = types->names;
	return copy;
}

void types_asked_by(const struct types *types, uint32_t section)
{
	if (types->recorder)
		types->recorder->section = section;
}

/* Where to note what is asked; NULL if it is not to be noted. */
static struct type_lookups *noted_lookups(const struct types *types)
{
	struct type_recorder *recorder = types->recorder;
	if (!recorder || recorder->section < recorder->first ||
		recorder->section - recorder->first >= recorder->count)
		return NULL;
	return recorder->lookups[recorder->section - recorder->first];
}

static uint64_t fingerprint_of(const struct type *type)
{
	return type ? type->fingerprint : 0;
}

static void note_lookup(const struct types *types, enum type_kind kind, struct string name,
	const struct type *found)
{
	struct type_lookups *lookups = noted_lookups(types);
	if (!lookups)
		return;
	/* One that is noted twice does no harm; of many, only the last are looked through. */
	for (size_t i = lookups->count; i > 0 && lookups->count - i < MOST_LOOKED_THROUGH; i--)
		if (lookups->items[i - 1].kind == kind &&
			string_equal(lookups->items[i - 1].name, name))
			return;
	lookups->items = arena_reserve(lookups->arena, lookups->items, lookups->count,
		&lookups->capacity, sizeof(*lookups->items));
	lookups->items[lookups->count++] =
		(struct type_lookup){kind, arena_copy(lookups->arena, name), fingerprint_of(found)};
}

static void note_names(const struct types *types)
{
	struct type_lookups *lookups = noted_lookups(types);
	if (!lookups)
		return;
	lookups->asks_for_names = true;
	lookups->names = types->names;
}

static void note_files(const struct types *types)
{
	struct type_lookups *lookups = noted_lookups(types);
	if (lookups)
		lookups->asks_for_files = true;
}

bool type_lookups_hold(const struct type_lookups *lookups, const struct types *types)
{
	if (lookups->asks_for_files || (lookups->asks_for_names && lookups->names != types->names))
		return false;
	for (size_t i = 0; i < lookups->count; i++) {
		const struct type_lookup *lookup = &lookups->items[i];
		const struct type *type = types_file_find(types->file, lookup->kind, lookup->name);
		if (fingerprint_of(type) != lookup->fingerprint)
			return false;
	}
	return true;
}

/* ---- asking ---- */

bool types_are_complete(const struct types *types)
{
	note_names(types);
	return !types->file->misses_files;
}

bool types_next_imported_file(
	const struct types *types, size_t *position, struct imported_file *imported)
{
	const struct types_file *file = types->file;
	note_files(types);
	while (*position < file->view_count) {
		const struct types_view *view = &file->views[(*position)++];
		if (view->file == file)
			continue;
		*imported =
			(struct imported_file){view->prefix, view->file->path, view->file->tree};
		return true;
	}
	return false;
}

bool types_may_be_elsewhere(const struct types *types, struct string name)
{
	bool is_own_failure = false;
	if (types_are_complete(types))
		return false;
	for (size_t i = 0; i < types->failure_count; i++) {
		struct string prefix = types->failures[i].prefix;
		if (types->failures[i].problem == IMPORT_IS_CYCLIC)
			continue;
		is_own_failure = true;
		if (name.length >= prefix.length &&
			string_equal(string_slice(name, 0, prefix.length), prefix))
			return true;
	}
	return !is_own_failure; /* some file that was imported misses a file in turn */
}

const struct import_failure *types_import_failures(const struct types *types, size_t *count)
{
	note_names(types);
	*count = types->failure_count;
	return types->failures;
}

bool types_import_at(const struct types *types, size_t position, struct type_import *import)
{
	const struct types_file *file = types->file;
	note_files(types);
	if (position >= file->imports.count)
		return false;
	const struct import *written = &file->imports.items[position];
	const struct types_file *imported = file->imported[position];
	*import = (struct type_import){
		.node = written->node,
		.name = written->name,
		.prefix = written->prefix,
		.path = written->path,
		.tree = imported ? imported->tree : NULL,
	};
	return true;
}

bool type_import_has_prefix(const struct type_import *import, struct string prefix)
{
	struct string own = import->prefix;
	return own.length == prefix.length + 1 &&
	       string_equal(string_slice(own, 0, prefix.length), prefix);
}

const struct type *types_find(const struct types *types, enum type_kind kind, struct string name)
{
	const struct type *found = types ? types_file_find(types->file, kind, name) : NULL;
	if (types)
		note_lookup(types, kind, name, found);
	return found;
}

const struct type *type_find_from(const struct type *where, enum type_kind kind, struct string name)
{
	return types_file_find(where->file, kind, name);
}

const struct type *const *types_of_section(
	const struct types *types, uint32_t section, size_t *count)
{
	const struct types_file *file = types->file;
	size_t first = 0;
	size_t end = file->own_count;
	if (section != EVERY_SECTION) {
		while (first < end) {
			size_t middle = first + (end - first) / 2;
			if (file->own[middle]->key.reference.section < section)
				first = middle + 1;
			else
				end = middle;
		}
		while (end < file->own_count && file->own[end]->key.reference.section == section)
			end++;
	}
	*count = end - first;
	return (const struct type *const *)file->own + first;
}

const struct type *const *types_all(const struct types *types, size_t *count)
{
	note_names(types);
	*count = types->all_count;
	return types->all;
}

struct string types_name_of(const struct types *types, const struct type *type, struct arena *arena)
{
	const struct types_file *file = types->file;
	const struct types_view *shortest = NULL;
	for (size_t i = 0; i < file->view_count; i++) {
		const struct types_view *view = &file->views[i];
		if (view->file == type->file &&
			(!shortest || view->prefix.length < shortest->prefix.length))
			shortest = view;
	}
	if (!shortest || shortest->prefix.length == 0)
		return type->name;
	return arena_format(arena, "%.*s%.*s", STRING_ARGUMENTS(shortest->prefix),
		STRING_ARGUMENTS(type->name));
}

/* Versions of TOSCA have normative types of their own; one name means the same in all, and also in
 * a file that brings the definition along. */
static bool is_same(const struct type *a, const struct type *b)
{
	return a == b || ((a->file->is_normative || b->file->is_normative) && a->kind == b->kind &&
				 string_equal(a->name, b->name));
}

bool type_is_a(const struct type *type, const struct type *ancestor)
{
	while (type && ancestor && !is_same(type, ancestor))
		type = type->parent;
	return type && ancestor != NULL;
}

bool type_is_named(const struct type *type, struct string ancestor)
{
	for (; type; type = type->parent)
		if (string_equal(type->name, ancestor) ||
			(!type->parent && type->parent_name.length &&
				string_equal(type->parent_name, ancestor)))
			return true;
	return false;
}

bool type_is_normative(const struct type *type)
{
	return type->file->is_normative;
}

struct string type_path(const struct type *type)
{
	return type->file->is_normative ? normative_types_path(type) : type->file->path;
}

const struct syntax_tree *type_tree(const struct type *type)
{
	return type->key.tree;
}

enum definitions_version type_version(const struct type *type)
{
	return type->file->version;
}

const struct syntax_tree *types_tree(const struct types *types)
{
	return types->file->tree;
}
