#include "lsp/jobs/feature_files.h"

#include "analyzer/ide/names/beside.h"
#include "analyzer/ide/names/mention.h"
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
	struct file *template;    /* that it stands beside; NULL: none is known */
	struct file *result_of;   /* the template that a test resolves to it; NULL: none */
	enum grammar_file kind;   /* known with the types */
	struct known_file known;
};

struct feature_files {
	struct feature *feature;
	struct file document;
	struct file subject;     /* the template that names in a variability test mean */
	struct file **templates; /* that others stand beside */
	size_t template_count, template_capacity;
	struct file *items;
	size_t count, capacity;
	bool is_listed;
	bool is_cut;                 /* the workspace has more files, or deeper folders */
	struct syntax_tree **others; /* of files that are no TOSCA files */
	size_t other_count, other_capacity;
};

/* ---- reading ---- */

static bool is_tosca(const struct syntax_tree *tree)
{
	struct node version = node_get(syntax_tree_root(tree), "tosca_definitions_version");

	return !node_is_absent(version);
}

/* Whether the text can be that of a file beside a template. */
static bool may_stand_beside(const struct files *files, struct string path)
{
	static const char *const words[] = {"component", "conditions", "presets", "merge"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (files_mention(files, path, string_from(words[i])))
			return true;
	return false;
}

static bool has_names(const struct syntax_tree *tree)
{
	return is_tosca(tree) || beside_has_names(grammar_file_kind(tree));
}

static void read_file(struct feature_files *files, struct file *file)
{
	const struct files *all = files->feature->files;

	if (file->is_read)
		return;
	file->is_read = true;
	if (!files_mention(all, file->path, STRING("tosca_definitions_version")) &&
		!may_stand_beside(all, file->path))
		return;
	file->tree = files_read(all, file->path);
	if (file->tree && !has_names(file->tree)) {
		syntax_tree_release(file->tree);
		file->tree = NULL;
	}
}

static const struct known_file *with_types(struct feature_files *files, struct file *file);

/* Read once, however many files stand beside it. */
static struct file *template_at(struct feature_files *files, struct string path)
{
	struct arena *arena = files->feature->arena;
	struct file *template;

	for (size_t i = 0; i < files->template_count; i++)
		if (string_equal(files->templates[i]->path, path))
			return files->templates[i];
	template = arena_allocate(arena, 1, sizeof(*template));
	template->path = path;
	read_file(files, template);
	if (!template->tree || !is_tosca(template->tree)) {
		syntax_tree_release(template->tree);
		return NULL;
	}
	with_types(files, template);
	files->templates = arena_reserve(arena, files->templates, files->template_count,
		&files->template_capacity, sizeof(struct file *));
	files->templates[files->template_count++] = template;
	return template;
}

/* An expected result names types as its template does, and imports them from that one's folder. */
static void find_template(struct feature_files *files, struct file *file)
{
	const struct feature *feature = files->feature;
	struct beside beside = beside_of(file->tree, file->path, feature->files, feature->arena);
	struct file *template = NULL;

	file->kind = beside.kind;
	if ((beside_has_names(beside.kind) || is_tosca(file->tree)) && beside.template.length > 0 &&
		!string_equal(beside.template, file->path))
		template = template_at(files, beside.template);
	if (template)
		file->types = types_retain(template->types);
	if (is_tosca(file->tree))
		file->result_of = template;
	else
		file->template = template;
}

static const struct known_file *with_types(struct feature_files *files, struct file *file)
{
	const struct feature *feature = files->feature;

	if (!file->types)
		find_template(files, file);
	if (!file->types)
		file->types = types_create(file->tree, file->path, feature->files, NULL);
	file->known = (struct known_file){file->tree, file->path, file->types,
		file->template ? &file->template->known : NULL};
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

	for (size_t i = 0; i < count && !files->is_cut; i++) {
		const struct file_entry *entry = &entries[i];
		struct string path;

		if (entry->is_link || string_starts_with(entry->name, ".") ||
			string_is(entry->name, "node_modules"))
			continue;
		path = arena_format(arena, "%.*s/%.*s", STRING_ARGUMENTS(folder),
			STRING_ARGUMENTS(entry->name));
		if (entry->is_folder && depth < DEEPEST)
			add_folder(files, path, depth + 1);
		else if (entry->is_folder)
			files->is_cut = true;
		else if (is_wanted(entry->name))
			add(files, path);
		files->is_cut |= files->count > MOST_FILES;
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

/* Names in tests are looked for by themselves. */
static const struct known_file *that_stands_beside(
	void *context, size_t position, struct string name)
{
	struct feature_files *files = context;
	struct file *file = &files->items[position];
	const struct files *all = files->feature->files;
	enum grammar_file kind;

	if (interrupted(files->feature->cancelled) || !may_stand_beside(all, file->path) ||
		!files_mention(all, file->path, name))
		return NULL;
	read_file(files, file); /* of what is open, every word may be mentioned */
	kind = file->tree ? grammar_file_kind(file->tree) : GRAMMAR_FILE_OTHER;
	return kind == GRAMMAR_FILE_RULES || kind == GRAMMAR_FILE_CONDITIONS
		       ? with_types(files, file)
		       : NULL;
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

struct feature_files *feature_files_create(struct feature *feature)
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
	files->feature->looked_at_part |= files->is_cut;
	let_go(&files->document);
	let_go(&files->subject);
	for (size_t i = 0; i < files->template_count; i++)
		let_go(files->templates[i]);
	for (size_t i = 0; i < files->count; i++)
		let_go(&files->items[i]);
	for (size_t i = 0; i < files->other_count; i++)
		syntax_tree_release(files->others[i]);
}

static struct file *document(struct feature_files *files)
{
	files->document.path = files->feature->document.path;
	files->document.tree = (struct syntax_tree *)files->feature->document.tree;
	return &files->document;
}

const struct known_file *feature_files_document(struct feature_files *files)
{
	return with_types(files, document(files));
}

/* Of what is contained in a node, too. */
static struct node declaration_of_meaning(
	const struct file *template, const struct meaning *meaning, struct arena *arena)
{
	struct string container = meaning->container;
	struct name_list names;

	if (!string_starts_with(container, "node."))
		return names_find(template->tree, meaning->kind, meaning->name).key;
	container = string_slice(container, 5, container.length);
	names = names_within(
		names_find(template->tree, DECLARED_NODE, container).value, meaning->kind, arena);
	for (size_t i = 0; i < names.count; i++)
		if (string_equal(names.items[i].name, meaning->name))
			return names.items[i].key;
	return (struct node){0};
}

/* Where the template declares what a name in its rules or type-specific conditions means. */
static bool is_declared_in_template(
	struct feature_files *files, uint32_t *offset, struct range *origin)
{
	const struct known_file *document = &files->document.known;
	struct arena *arena = files->feature->arena;
	struct mention mention;
	struct mentions found;

	if (!document->template || !mention_at(document, *offset, arena, &mention) ||
		!mention.has_element || mention.type)
		return false;
	found = mentions_declaring(document->template, &mention.element, arena);
	for (size_t i = 0; i < found.count; i++) {
		if (!found.items[i].is_declaration)
			continue;
		*offset = found.items[i].range.start;
		*origin = mention.range;
		return true;
	}
	return false;
}

const struct known_file *feature_files_result_of(struct feature_files *files)
{
	struct file *file = document(files);

	if (!file->types)
		find_template(files, file);
	return file->result_of ? &file->result_of->known : NULL;
}

bool feature_files_is_result(struct feature_files *files, struct string path)
{
	for (size_t i = 0; i < files->count; i++) {
		struct file *file = &files->items[i];

		if (!string_equal(file->path, path))
			continue;
		if (file->tree && !file->types)
			find_template(files, file);
		return file->result_of != NULL;
	}
	return false;
}

enum grammar_file feature_files_kind(const struct feature_files *files)
{
	return files->document.kind;
}

const struct known_file *feature_files_subject(
	struct feature_files *files, uint32_t *offset, struct range *origin)
{
	const struct known_file *document = feature_files_document(files);
	const struct feature *feature = files->feature;
	struct file *template = &files->subject;
	struct meaning meaning;
	struct range name;
	struct node key;

	if (!test_name_at(document, feature->files, *offset, feature->arena, &meaning, &name))
		return is_declared_in_template(files, offset, origin) ? document->template
								      : document;
	template->path = meaning.file;
	read_file(files, template);
	if (!template->tree || string_equal(meaning.file, document->path))
		return document;
	key = declaration_of_meaning(template, &meaning, feature->arena);
	if (node_is_absent(key))
		return document;
	*offset = node_range(key).start;
	*origin = name;
	return with_types(files, template);
}

struct known_files feature_files_all(struct feature_files *files)
{
	list(files);
	return (struct known_files){.context = files,
		.count = files->count,
		.that_mentions = that_mentions,
		.that_stands_beside = that_stands_beside,
		.files = files->feature->files,
		.read = read_any};
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
