#include "analyzer/model/types.h"

#include "analyzer/model/grammar.h"
#include "analyzer/model/types_internal.h"
#include "solver/memory.h"

#include <assert.h>
#include <string.h>

enum {
	MOST_FILES = 4096, /* imported by one file, directly or not */
	MOST_VIEWS = 16384,
};

/* ---- the table of all types ---- */

static uint64_t slot_hash(const struct types_file *file, enum type_kind kind, struct string name)
{
	uint64_t hash = string_hash(name) ^ ((uint64_t)(uintptr_t)file >> 4);
	return (hash + kind) * UINT64_C(0x9E3779B97F4A7C15);
}

static struct type **slot_of(const struct types *types, const struct types_file *file,
	enum type_kind kind, struct string name)
{
	size_t mask = types->slot_count - 1;
	size_t slot = (size_t)(slot_hash(file, kind, name) >> 20) & mask;
	while (types->slots[slot]) {
		const struct type *type = types->slots[slot];
		if (type->file == file && type->kind == kind && string_equal(type->name, name))
			break;
		slot = (slot + 1) & mask;
	}
	return &types->slots[slot];
}

static void fill_slots(struct types *types)
{
	types->slot_count = 16;
	while (types->slot_count < 2 * types->all_count)
		types->slot_count *= 2;
	types->slots = arena_allocate(types->arena, types->slot_count, sizeof(*types->slots));
	for (size_t i = 0; i < types->all_count; i++) {
		struct type *type = types->all[i];
		struct type **slot = slot_of(types, type->file, type->kind, type->name);
		if (!*slot)
			*slot = type;
	}
}

/* ---- names ---- */

/* A normative type that a later version dropped names its last version. */
static bool has_ended(const struct types *types, const struct type *type)
{
	struct node until = node_get(node_get(type->definition, "metadata"), "until");
	if (node_is_null(until))
		return false;
	enum definitions_version last = definitions_version_find(node_text(until));
	return normative_file_count(last) < normative_file_count(types->version);
}

static const struct type *find_normative(
	const struct types *types, enum type_kind kind, struct string name)
{
	for (size_t i = types->normative_count; i > 0; i--) {
		const struct type *type =
			*slot_of(types, types->normative_files[i - 1], kind, name);
		if (type)
			return has_ended(types, type) ? NULL : type;
	}
	return NULL;
}

/* Simple Profile, section "TOSCA normative type names": "tosca.nodes.Compute" can be
 * written "tosca:Compute", and "Compute" in short. */
static const struct type *find_by_shorthand(
	const struct types *types, enum type_kind kind, struct string name)
{
	if (string_starts_with(name, "tosca:"))
		name = string_slice(name, strlen("tosca:"), name.length);
	char full[256];
	const char *start = type_kind_row(kind)->prefix;
	size_t prefix = strlen(start);
	if (prefix + name.length > sizeof(full) || !name.length)
		return NULL;
	memcpy(full, start, prefix);
	memcpy(full + prefix, name.bytes, name.length);
	return find_normative(types, kind, (struct string){full, prefix + name.length});
}

const struct type *types_file_find(
	const struct types_file *file, enum type_kind kind, struct string name)
{
	const struct types *types = file->types;
	if (file->is_normative)
		return find_normative(types, kind, name);
	for (size_t i = 0; i < file->view_count; i++) {
		const struct types_view *view = &file->views[i];
		size_t prefix = view->prefix.length;
		if (prefix > name.length ||
			(prefix && memcmp(name.bytes, view->prefix.bytes, prefix) != 0))
			continue;
		const struct type *type =
			*slot_of(types, view->file, kind, string_slice(name, prefix, name.length));
		if (type)
			return type;
	}
	const struct type *type = find_normative(types, kind, name);
	return type ? type : find_by_shorthand(types, kind, name);
}

/* ---- gathering ---- */

static void add_own_types(struct types *types, struct types_file *file)
{
	struct node root = syntax_tree_root(file->tree);
	for (size_t kind = 0; kind < TYPE_KIND_TOTAL; kind++) {
		struct node section = node_get(root, type_kind_row((enum type_kind)kind)->keyname);
		uint32_t count = node_kind(section) == NODE_MAPPING ? node_count(section) : 0;
		for (uint32_t i = 0; i < count; i++) {
			struct node_entry entry = node_entry(section, i);
			struct node parent = node_get(entry.value, "derived_from");
			struct type *type = arena_allocate(types->arena, 1, sizeof(*type));
			*type = (struct type){
				.kind = (enum type_kind)kind,
				.name = node_text(entry.key),
				.key = entry.key,
				.definition = entry.value,
				.parent_name = node_is_null(parent) ? (struct string){0}
								    : node_text(parent),
				.file = file,
			};
			file->own = arena_reserve(types->arena, file->own, file->own_count,
				&file->own_capacity, sizeof(struct type *));
			file->own[file->own_count++] = type;
			types->all = arena_reserve(types->arena, types->all, types->all_count,
				&types->all_capacity, sizeof(struct type *));
			types->all[types->all_count++] = type;
		}
	}
}

static struct types_file *add_file(
	struct types *types, const struct syntax_tree *tree, struct string path, bool is_normative)
{
	struct types_file *file = arena_allocate(types->arena, 1, sizeof(*file));
	file->types = types;
	file->path = arena_copy(types->arena, path);
	file->tree = tree;
	file->version = grammar_version(tree);
	file->is_normative = is_normative;
	types->files = arena_reserve(types->arena, types->files, types->file_count,
		&types->file_capacity, sizeof(struct types_file *));
	types->files[types->file_count++] = file;
	add_own_types(types, file);
	return file;
}

static void fail_import(struct types *types, struct node place, struct string name,
	struct string prefix, enum import_problem problem)
{
	if (problem != IMPORT_IS_CYCLIC)
		types->is_complete = false;
	/* Failures in imported files are the business of these files. */
	if (place.tree != types->files[0]->tree)
		return;
	types->failures = arena_reserve(types->arena, types->failures, types->failure_count,
		&types->failure_capacity, sizeof(*types->failures));
	types->failures[types->failure_count++] =
		(struct import_failure){place, name, prefix, problem};
}

/* A URL begins with its scheme and a colon; one letter is a drive. */
static bool is_remote(struct string name)
{
	size_t length = 0;
	while (length < name.length &&
		((name.bytes[length] >= 'a' && name.bytes[length] <= 'z') ||
			(name.bytes[length] >= 'A' && name.bytes[length] <= 'Z') ||
			(length > 0 && (name.bytes[length] == '+' || name.bytes[length] == '-'))))
		length++;
	return length > 1 && length < name.length && name.bytes[length] == ':';
}

static struct types_file *file_at(const struct types *types, struct string path)
{
	for (size_t i = 0; i < types->file_count; i++) {
		if (!types->files[i]->is_normative && string_equal(types->files[i]->path, path))
			return types->files[i];
	}
	return NULL;
}

static void follow_imports(struct types *types, struct types_file *file, const struct files *files);

static void import_path(struct types *types, struct types_file *importer, struct node place,
	struct string name, struct string path, struct string prefix, const struct files *files)
{
	struct types_file *file = file_at(types, path);
	if (!files || !files->read) {
		types->is_complete = false;
		return;
	}
	if (file && file->is_open && file != importer)
		fail_import(types, place, name, prefix, IMPORT_IS_CYCLIC);
	if (!file) {
		struct syntax_tree *tree = files_read(files, path);
		if (!tree || types->file_count >= MOST_FILES) {
			syntax_tree_release(tree);
			fail_import(types, place, name, prefix, IMPORT_IS_MISSING);
			return;
		}
		types->trees = arena_reserve(types->arena, types->trees, types->tree_count,
			&types->tree_capacity, sizeof(struct syntax_tree *));
		types->trees[types->tree_count++] = tree;
		file = add_file(types, tree, path, false);
		follow_imports(types, file, files);
	}
	importer->imports = arena_reserve(types->arena, importer->imports, importer->import_count,
		&importer->import_capacity, sizeof(*importer->imports));
	if (prefix.length)
		prefix = arena_format(types->arena, "%.*s:", STRING_ARGUMENTS(prefix));
	importer->imports[importer->import_count++] = (struct types_view){prefix, file};
}

/* The file in the importer's folder that declares itself as this profile. */
static bool find_profile(const struct types *types, const struct types_file *importer,
	struct string profile, const struct files *files, struct string *path)
{
	size_t folder = importer->path.length;
	while (folder > 0 && importer->path.bytes[folder - 1] != '/')
		folder--;
	size_t count;
	const struct file_entry *entries =
		files_list(files, string_slice(importer->path, 0, folder), types->arena, &count);
	for (size_t i = 0; i < count; i++) {
		if (entries[i].is_folder || (!string_ends_with(entries[i].name, ".yaml") &&
						    !string_ends_with(entries[i].name, ".yml")))
			continue;
		struct string candidate =
			files_beside(types->arena, importer->path, entries[i].name);
		struct syntax_tree *tree = files_read(files, candidate);
		struct node declared =
			tree ? node_get(syntax_tree_root(tree), "profile") : (struct node){0};
		bool found = node_is_string(declared) && string_equal(node_text(declared), profile);
		syntax_tree_release(tree);
		if (found) {
			*path = candidate;
			return true;
		}
	}
	return false;
}

static struct string text_of(struct node mapping, const char *keyname)
{
	struct node value = node_get(mapping, keyname);
	return node_is_string(value) ? node_text(value) : (struct string){0};
}

/* "file", { file: …, namespace_prefix: … }, { url: …, namespace: … }, { profile: … }, or in
 * TOSCA 1.x { name: "file" } and { name: { file: … } }. */
static void follow_import(struct types *types, struct types_file *importer, struct node import,
	const struct files *files)
{
	if (node_kind(import) == NODE_MAPPING && node_count(import) == 1 &&
		!text_of(import, "file").length && !text_of(import, "url").length &&
		!text_of(import, "profile").length)
		import = node_entry(import, 0).value;
	struct string name = {0};
	struct string prefix = {0};
	struct string path;
	if (node_kind(import) == NODE_MAPPING) {
		name = text_of(import, "file").length ? text_of(import, "file")
						      : text_of(import, "url");
		prefix = text_of(import, "namespace_prefix");
		if (!prefix.length)
			prefix = text_of(import, "namespace");
		struct string profile = text_of(import, "profile");
		if (profile.length) {
			if (find_profile(types, importer, profile, files, &path))
				import_path(types, importer, import, profile, path, prefix, files);
			else
				fail_import(types, import, profile, prefix, IMPORT_IS_REMOTE);
			return;
		}
		if (text_of(import, "repository").length) {
			fail_import(types, import, name, prefix, IMPORT_IS_REMOTE);
			return;
		}
	} else if (node_is_string(import)) {
		name = node_text(import);
	}
	if (!name.length)
		return;
	if (is_remote(name)) {
		fail_import(types, import, name, prefix, IMPORT_IS_REMOTE);
		return;
	}
	path = files_beside(types->arena, importer->path, name);
	import_path(types, importer, import, name, path, prefix, files);
}

static void follow_imports(struct types *types, struct types_file *file, const struct files *files)
{
	struct node imports = node_get(syntax_tree_root(file->tree), "imports");
	uint32_t count = node_kind(imports) == NODE_SEQUENCE ? node_count(imports) : 0;
	file->is_open = true;
	for (uint32_t i = 0; i < count; i++)
		follow_import(types, file, node_item(imports, i), files);
	file->is_open = false;
}

static void add_view(struct types_file *file, struct string prefix, struct types_file *seen)
{
	if (file->view_count >= MOST_VIEWS)
		return;
	for (size_t i = 0; i < file->view_count; i++) {
		if (file->views[i].file == seen && string_equal(file->views[i].prefix, prefix))
			return;
	}
	/* A cycle of imports with prefixes makes names without end. */
	if (prefix.length > 1024)
		return;
	struct arena *arena = file->types->arena;
	file->views = arena_reserve(
		arena, file->views, file->view_count, &file->view_capacity, sizeof(*file->views));
	file->views[file->view_count++] = (struct types_view){prefix, seen};
}

/* Breadth first: what is imported directly comes before what comes with it. */
static void find_views(struct types_file *file)
{
	add_view(file, (struct string){"", 0}, file);
	for (size_t i = 0; i < file->view_count; i++) {
		struct types_view view = file->views[i];
		for (size_t j = 0; j < view.file->import_count; j++) {
			struct types_view next = view.file->imports[j];
			struct string prefix = view.prefix;
			if (next.prefix.length)
				prefix = arena_format(file->types->arena, "%.*s%.*s",
					STRING_ARGUMENTS(view.prefix),
					STRING_ARGUMENTS(next.prefix));
			add_view(file, prefix, next.file);
		}
	}
}

/* ---- derivation ---- */

/* Marks the types that derive from themselves and cuts the cycle at one of them. */
static void cut_cycle(struct type *start)
{
	const struct type *slow = start;
	const struct type *fast = start;
	do {
		slow = slow->parent;
		fast = fast->parent ? fast->parent->parent : NULL;
		if (!slow || !fast)
			return;
	} while (slow != fast);
	/* All types are ours to change until they are given out. */
	struct type *type = (struct type *)slow;
	do {
		type->is_cyclic = true;
		type = (struct type *)type->parent;
	} while (type != slow);
	type->parent = NULL;
}

static void link_parents(struct types *types)
{
	for (size_t i = 0; i < types->all_count; i++) {
		struct type *type = types->all[i];
		if (type->parent_name.length)
			type->parent = types_file_find(type->file, type->kind, type->parent_name);
	}
	for (size_t i = 0; i < types->all_count; i++) {
		if (types->all[i]->parent)
			cut_cycle(types->all[i]);
	}
}

/* Types that a later normative file replaces are not to be listed. */
static void drop_replaced(struct types *types)
{
	size_t kept = 0;
	for (size_t i = 0; i < types->all_count; i++) {
		struct type *type = types->all[i];
		if (!type->file->is_normative ||
			find_normative(types, type->kind, type->name) == type)
			types->all[kept++] = type;
	}
	types->all_count = kept;
}

/* ---- making ---- */

static struct types *begin(
	const struct syntax_tree *tree, struct string path, struct normative_types *normative)
{
	struct types *types = memory_allocate(1, sizeof(*types));
	atomic_init(&types->references, 1);
	types->arena = arena_create();
	types->normative = normative ? normative_types_retain(normative) : normative_types_create();
	types->is_complete = true;
	types->version = grammar_version(tree);
	struct syntax_tree *own = syntax_tree_retain(tree);
	types->trees = arena_reserve(types->arena, NULL, 0, &types->tree_capacity, sizeof(own));
	types->trees[types->tree_count++] = own;
	add_file(types, tree, path, false);
	return types;
}

static struct types *end(struct types *types)
{
	types->normative_count = normative_file_count(types->version);
	for (size_t i = 0; i < types->normative_count; i++)
		types->normative_files[i] =
			add_file(types, normative_types_tree(types->normative, i),
				string_from(normative_file(i).name), true);
	fill_slots(types);
	for (size_t i = 0; i < types->file_count; i++)
		find_views(types->files[i]);
	link_parents(types);
	drop_replaced(types);
	return types;
}

struct types *types_create(const struct syntax_tree *tree, struct string path,
	const struct files *files, struct normative_types *normative)
{
	struct types *types = begin(tree, path, normative);
	follow_imports(types, types->files[0], files);
	return end(types);
}

struct types *types_create_with_libraries(const struct syntax_tree *tree, struct string path,
	const struct types_library *libraries, size_t count, struct normative_types *normative)
{
	struct types *types = begin(tree, path, normative);
	struct types_file *file = types->files[0];
	for (size_t i = 0; i < count; i++) {
		struct syntax_tree *library = syntax_tree_retain(libraries[i].tree);
		types->trees = arena_reserve(types->arena, types->trees, types->tree_count,
			&types->tree_capacity, sizeof(library));
		types->trees[types->tree_count++] = library;
		struct types_file *seen = add_file(types, library, libraries[i].path, false);
		file->imports = arena_reserve(types->arena, file->imports, file->import_count,
			&file->import_capacity, sizeof(*file->imports));
		file->imports[file->import_count++] = (struct types_view){{"", 0}, seen};
	}
	/* Libraries see each other and the file. */
	for (size_t i = 1; i < types->file_count; i++) {
		struct types_file *library = types->files[i];
		library->imports =
			arena_reserve(types->arena, library->imports, library->import_count,
				&library->import_capacity, sizeof(*library->imports));
		library->imports[library->import_count++] = (struct types_view){{"", 0}, file};
	}
	return end(types);
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
	for (size_t i = 0; i < types->tree_count; i++)
		syntax_tree_release(types->trees[i]);
	normative_types_release(types->normative);
	arena_destroy(types->arena);
	memory_release(types);
}

/* ---- asking ---- */

bool types_are_complete(const struct types *types)
{
	return types->is_complete;
}

const struct syntax_tree *types_imported_tree(const struct types *types, size_t *position)
{
	const struct types_file *file = types->files[0];
	while (*position < file->view_count) {
		const struct types_view *view = &file->views[(*position)++];
		if (view->file != file && view->prefix.length == 0)
			return view->file->tree;
	}
	return NULL;
}

bool types_are_current(const struct types *types, const struct files *files)
{
	bool current = true;
	for (size_t i = 1; i < types->file_count && current; i++) {
		const struct types_file *file = types->files[i];
		if (file->is_normative)
			continue;
		struct syntax_tree *tree = files_read(files, file->path);
		current = tree == file->tree;
		syntax_tree_release(tree);
	}
	/* A file that was missing may be there by now. */
	for (size_t i = 0; i < types->failure_count && current; i++)
		current = types->failures[i].problem != IMPORT_IS_MISSING;
	return current;
}

bool types_may_be_elsewhere(const struct types *types, struct string name)
{
	if (types->is_complete)
		return false;
	bool is_own_failure = false;
	for (size_t i = 0; i < types->failure_count; i++) {
		const struct import_failure *failure = &types->failures[i];
		size_t prefix = failure->prefix.length;
		if (failure->problem == IMPORT_IS_CYCLIC)
			continue;
		is_own_failure = true;
		if (prefix == 0 || (name.length > prefix && name.bytes[prefix] == ':' &&
					   memcmp(name.bytes, failure->prefix.bytes, prefix) == 0))
			return true;
	}
	return !is_own_failure; /* some file that was imported misses a file in turn */
}

const struct import_failure *types_import_failures(const struct types *types, size_t *count)
{
	*count = types->failure_count;
	return types->failures;
}

const struct type *types_find(const struct types *types, enum type_kind kind, struct string name)
{
	return types_file_find(types->files[0], kind, name);
}

const struct type *type_find_from(const struct type *where, enum type_kind kind, struct string name)
{
	return types_file_find(where->file, kind, name);
}

const struct type *const *types_own(const struct types *types, size_t *count)
{
	*count = types->files[0]->own_count;
	return (const struct type *const *)types->files[0]->own;
}

const struct type *const *types_all(const struct types *types, size_t *count)
{
	*count = types->all_count;
	return (const struct type *const *)types->all;
}

struct string types_name_of(const struct types *types, const struct type *type, struct arena *arena)
{
	const struct types_file *file = types->files[0];
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

bool type_is_a(const struct type *type, const struct type *ancestor)
{
	while (type && type != ancestor)
		type = type->parent;
	return type != NULL && ancestor != NULL;
}

bool type_is_named(const struct type *type, struct string ancestor)
{
	for (; type; type = type->parent) {
		if (string_equal(type->name, ancestor) ||
			(!type->parent && type->parent_name.length &&
				string_equal(type->parent_name, ancestor)))
			return true;
	}
	return false;
}

bool type_is_normative(const struct type *type)
{
	return type->file->is_normative;
}

struct string type_path(const struct type *type)
{
	return type->file->path;
}

const struct syntax_tree *type_tree(const struct type *type)
{
	return type->file->tree;
}

enum definitions_version type_version(const struct type *type)
{
	return type->file->types->version;
}

const struct syntax_tree *types_tree(const struct types *types)
{
	return types->files[0]->tree;
}
