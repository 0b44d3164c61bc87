#include "lsp/jobs/feature_files.h"

#include "analyzer/ide/names/test_names.h"
#include "base/interruption.h"
#include "base/memory.h"
#include "lsp/documents/types_document.h"
#include "lsp/wire/convert.h"
#include "lsp/wire/uri.h"

#include <string.h>

enum {
	MOST_FILES = 5000, /* of a workspace: nobody means a whole disk */
	DEEPEST = 16,      /* folders within folders */
};

struct file {
	struct string path;
	bool is_read;
	struct syntax_tree *tree; /* NULL: it cannot be read, or is no TOSCA file */
	struct types *types;      /* NULL: not asked for yet */
	struct known_file known;
};

struct feature_files {
	const struct feature *feature;
	struct file document;
	struct file template; /* that the document is a variability test of */
	struct file *items;
	size_t count, capacity;
	bool is_listed;
	struct syntax_tree **others; /* of files that are no TOSCA files */
	size_t other_count, other_capacity;
};

/* ---- reading ---- */

static bool is_tosca(const struct syntax_tree *tree)
{
	struct node version = node_get(syntax_tree_root(tree), "tosca_definitions_version");

	return !node_is_absent(version);
}

static void read_file(struct feature_files *files, struct file *file)
{
	if (file->is_read)
		return;
	file->is_read = true;
	if (!files_mention(files->feature->files, file->path, STRING("tosca_definitions_version")))
		return;
	file->tree = files_read(files->feature->files, file->path);
	if (file->tree && !is_tosca(file->tree)) {
		syntax_tree_release(file->tree);
		file->tree = NULL;
	}
}

static const struct known_file *with_types(struct feature_files *files, struct file *file)
{
	const struct feature *feature = files->feature;

	if (!file->types)
		file->types = types_create(file->tree, file->path, feature->files, NULL);
	file->known = (struct known_file){file->tree, file->path, file->types};
	return &file->known;
}

/* ---- listing ---- */

static bool is_wanted(struct string name)
{
	return string_ends_with(name, ".yaml") || string_ends_with(name, ".yml") ||
	       string_ends_with(name, ".tosca");
}

static void add(struct feature_files *files, struct string path)
{
	for (size_t i = 0; i < files->count; i++)
		if (string_equal(files->items[i].path, path))
			return;
	files->items = arena_reserve(files->feature->arena, files->items, files->count,
		&files->capacity, sizeof(*files->items));
	files->items[files->count++] = (struct file){.path = path};
}

/* Hidden folders and those of package managers hold nothing that an author writes. */
static void add_folder(struct feature_files *files, struct string folder, unsigned depth)
{
	struct arena *arena = files->feature->arena;
	size_t count;
	const struct file_entry *entries = files_list(files->feature->files, folder, arena, &count);

	for (size_t i = 0; i < count && files->count < MOST_FILES; i++) {
		const struct file_entry *entry = &entries[i];
		struct string path;

		if (entry->is_link || string_starts_with(entry->name, ".") ||
			string_is(entry->name, "node_modules"))
			continue;
		path = arena_format(arena, "%.*s/%.*s", STRING_ARGUMENTS(folder),
			STRING_ARGUMENTS(entry->name));
		if (entry->is_folder && depth < DEEPEST)
			add_folder(files, path, depth + 1);
		else if (!entry->is_folder && is_wanted(entry->name))
			add(files, path);
	}
}

static void list(struct feature_files *files)
{
	const struct feature *feature = files->feature;

	if (files->is_listed)
		return;
	files->is_listed = true;
	for (size_t i = 0; i < feature->document_count; i++)
		add(files, feature->documents[i].path);
	for (size_t i = 0; i < feature->folder_count; i++)
		add_folder(files, feature->folders[i], 0);
}

/* ---- asking ---- */

static bool mentions(const struct syntax_tree *tree, struct string name, struct arena *arena)
{
	struct range all = {0, syntax_tree_length(tree)};
	struct string text = syntax_tree_text(tree, all, arena);

	/* Escapes in quotes may spell any name. */
	return string_contains(text, STRING("\\")) || string_contains(text, name);
}

static const struct known_file *that_mentions(void *context, size_t position, struct string name)
{
	struct feature_files *files = context;
	const struct syntax_tree *tree = feature_files_tree(files, position);

	if (!tree || !mentions(tree, name, files->feature->arena))
		return NULL;
	return with_types(files, &files->items[position]);
}

/* Tests of templates are no TOSCA files: they are kept beside the others. */
static const struct syntax_tree *read_any(void *context, struct string path)
{
	struct feature_files *files = context;
	struct syntax_tree *tree = files_read(files->feature->files, path);

	if (tree) {
		files->others = arena_reserve(files->feature->arena, files->others,
			files->other_count, &files->other_capacity, sizeof(*files->others));
		files->others[files->other_count++] = tree;
	}
	return tree;
}

struct feature_files *feature_files_create(const struct feature *feature)
{
	struct feature_files *files = arena_allocate(feature->arena, 1, sizeof(*files));

	files->feature = feature;
	return files;
}

static void let_go(struct file *file)
{
	types_release(file->types);
	if (file->is_read)
		syntax_tree_release(file->tree);
}

void feature_files_destroy(struct feature_files *files)
{
	let_go(&files->document);
	let_go(&files->template);
	for (size_t i = 0; i < files->count; i++)
		let_go(&files->items[i]);
	for (size_t i = 0; i < files->other_count; i++)
		syntax_tree_release(files->others[i]);
}

const struct known_file *feature_files_document(struct feature_files *files)
{
	struct file *file = &files->document;

	file->path = files->feature->document.path;
	file->tree = (struct syntax_tree *)files->feature->document.tree;
	return with_types(files, file);
}

const struct known_file *feature_files_subject(
	struct feature_files *files, uint32_t *offset, struct range *origin)
{
	const struct known_file *document = feature_files_document(files);
	const struct feature *feature = files->feature;
	struct file *template = &files->template;
	struct meaning meaning;
	struct range name;
	struct node key;

	if (is_tosca(document->tree) ||
		!test_name_at(document, feature->files, *offset, feature->arena, &meaning, &name))
		return document;
	template->path = meaning.file;
	read_file(files, template);
	if (!template->tree)
		return document;
	key = names_find(template->tree, meaning.kind, meaning.name).key;
	if (node_is_absent(key))
		return document;
	*offset = node_range(key).start;
	*origin = name;
	return with_types(files, template);
}

struct known_files feature_files_all(struct feature_files *files)
{
	list(files);
	return (struct known_files){
		files, files->count, that_mentions, files->feature->files, read_any};
}

const struct syntax_tree *feature_files_tree(struct feature_files *files, size_t position)
{
	if (interrupted(files->feature->cancelled))
		return NULL;
	read_file(files, &files->items[position]);
	return files->items[position].tree;
}

struct string feature_files_path(const struct feature_files *files, size_t position)
{
	return files->items[position].path;
}

struct string feature_files_uri(const struct feature *feature, struct string path, int64_t *version)
{
	for (size_t i = 0; i < feature->document_count; i++) {
		if (string_equal(feature->documents[i].path, path)) {
			*version = feature->documents[i].version;
			return feature->documents[i].uri;
		}
	}
	*version = -1;
	return uri_from_path(path, feature->arena);
}

struct string feature_files_uri_of(const struct feature *feature, const struct place_of_name *place)
{
	int64_t version;

	if (place->is_normative)
		return types_document_uri(place->path, feature->arena);
	return feature_files_uri(feature, place->path, &version);
}

bool feature_files_can_show(const struct feature *feature, const struct place_of_name *place)
{
	return !place->is_normative || feature->client.text_document_contents;
}

struct json_object *feature_files_location(
	const struct feature *feature, const struct place_of_name *place)
{
	struct json_object *json = new_object();

	put(json, "uri", new_string(feature_files_uri_of(feature, place)));
	put(json, "range", convert_range(place->tree, place->range, feature->client.encoding));
	return json;
}
