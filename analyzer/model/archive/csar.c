#include "analyzer/model/archive/csar.h"

#include "analyzer/model/archive/meta_file.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/report/suggestion.h"
#include "analyzer/model/types/imports.h"
#include "analyzer/text/path.h"

struct reading {
	struct csar *csar;
	struct string root;
	const struct files *files;
	struct arena *arena;
	struct string *paths;
	size_t capacity;
	struct meta_block meta;
};

static struct diagnostic *report(struct reading *reading, struct range place, const char *format,
	const char *what, struct string value)
{
	return diagnostics_add_at(&reading->csar->diagnostics, DIAGNOSTIC_CODE_BAD_ARCHIVE,
		location_in_file(STRING(""), place), format, what, STRING_ARGUMENTS(value));
}

static bool has_file(const struct reading *reading, struct string path)
{
	struct syntax_tree *tree = files_read(reading->files, path);
	syntax_tree_release(tree);
	return tree != NULL;
}

static void add(struct reading *reading, struct string path)
{
	struct csar *csar = reading->csar;
	for (size_t i = 0; i < csar->definition_count; i++)
		if (string_equal(reading->paths[i], path))
			return;
	reading->paths = arena_reserve(reading->arena, reading->paths, csar->definition_count,
		&reading->capacity, sizeof(*reading->paths));
	reading->paths[csar->definition_count++] = path;
	csar->definitions = reading->paths;
}

/* ---- TOSCA.meta ---- */

/* Vendors may add names of their own: what is close to one that is known is a typing mistake. */
static void check_names(struct reading *reading)
{
	static const char *const names[] = {"CSAR-Version", "Created-By", "Entry-Definitions",
		"Other-Definitions", "TOSCA-Meta-File-Version"};
	for (size_t i = 0; i < reading->meta.count; i++) {
		const struct meta_entry *entry = &reading->meta.items[i];
		struct suggestion suggestion = suggestion_for(entry->name);
		for (size_t j = 0; j < sizeof(names) / sizeof(*names); j++)
			suggestion_offer(&suggestion, string_from(names[j]));
		bool is_mistake = suggestion.best.length && suggestion.distance <= 2 &&
				  !string_equal(suggestion.best, entry->name);
		if (is_mistake)
			report(reading, entry->name_range,
				"Unknown name in TOSCA.meta; did you mean \"%s%.*s\"?", "",
				suggestion.best)
				->replacement = suggestion.best;
	}
}

/* Whether the name is missing because it is misspelled, which is told. */
static bool is_misspelled(const struct reading *reading, const char *name)
{
	const struct diagnostics *found = &reading->csar->diagnostics;
	for (size_t i = 0; i < found->count; i++)
		if (string_is(found->items[i].replacement, name))
			return true;
	return false;
}

static const struct meta_entry *needed_entry(struct reading *reading, const char *name)
{
	const struct meta_entry *entry = meta_block_find(&reading->meta, name);
	struct range first =
		reading->meta.count ? reading->meta.items[0].name_range : (struct range){0, 0};
	if (!entry && !is_misspelled(reading, name))
		report(reading, first, "TOSCA.meta needs \"%s\"%.*s", name, STRING(""));
	return entry;
}

/* Which versions go together: archives of 2.0 do without a version of the meta file, and only they
 * have it at the root. */
static void check_versions(struct reading *reading)
{
	const struct meta_entry *version = needed_entry(reading, "CSAR-Version");
	if (!version)
		return;
	bool is_1_x = string_is(version->value, "1.0") || string_is(version->value, "1.1");
	if (!is_1_x && !string_is(version->value, "2.0"))
		report(reading, version->value_range, "%s \"%.*s\"; there are 1.0, 1.1 and 2.0",
			"Unknown version of CSAR", version->value);
	if (!is_1_x)
		return;
	struct string folder = path_name(path_folder(reading->csar->meta_path));
	if (!string_is(folder, "TOSCA-Metadata"))
		report(reading, version->value_range, "%s %.*s, in the folder TOSCA-Metadata",
			"TOSCA.meta belongs, in archives of version", version->value)
			->severity = DIAGNOSTIC_WARNING;
	const struct meta_entry *of_file = needed_entry(reading, "TOSCA-Meta-File-Version");
	if (of_file && !string_is(of_file->value, "1.0") && !string_is(of_file->value, "1.1"))
		report(reading, of_file->value_range, "%s \"%.*s\"; there are 1.0 and 1.1",
			"Unknown version of TOSCA.meta", of_file->value);
}

/* Adds the file `name`, relative to the root of the archive, if it is there: then its path, else an
 * empty one. */
static struct string add_named(struct reading *reading, struct range place, struct string name)
{
	struct string path = path_join(reading->arena, reading->root, name);
	size_t root = reading->root.length;
	bool is_inside = string_is(reading->root, ".")
				 ? !string_is(path, "..") && !string_starts_with(path, "../")
				 : path.length > root && path.bytes[root] == '/' &&
					   string_equal(string_slice(path, 0, root), reading->root);
	if (!is_inside)
		report(reading, place, "%s \"%.*s\"", "No file of the archive can be at", name);
	else if (!has_file(reading, path))
		report(reading, place, "%s \"%.*s\"", "The archive has no file", name);
	else {
		add(reading, path);
		return path;
	}
	return STRING("");
}

/* "If such a service template cannot act as a substitution template, it will be ignored by the
 * orchestrator." */
static void check_other(struct reading *reading, struct range place, struct string path)
{
	struct syntax_tree *tree = path.length ? files_read(reading->files, path) : NULL;
	struct node root = tree ? syntax_tree_root(tree) : (struct node){0};
	struct node template = tree ? grammar_template(tree).value : (struct node){0};
	if (node_kind(root) == NODE_MAPPING &&
		node_is_null(node_get(template, "substitution_mappings")))
		report(reading, place, "%s \"%.*s\" substitutes no node, so it is ignored",
			"The template in", path_name(path))
			->severity = DIAGNOSTIC_WARNING;
	syntax_tree_release(tree);
}

/* "a string containing a list of filenames … delimited by a blank space. If the filenames contain
 * blank spaces, the filename should be enclosed by double quotation marks". Parts of a line that
 * goes on have no place of their own. */
static void add_others(struct reading *reading, const struct meta_entry *others)
{
	struct string text = others ? others->value : STRING("");
	bool is_one_line =
		others && others->value_range.end - others->value_range.start == text.length;
	for (size_t start = 0; start < text.length;) {
		bool is_quoted = text.bytes[start] == '"';
		char end_mark = is_quoted ? '"' : ' ';
		start += is_quoted;
		size_t end = start;
		while (end < text.length && text.bytes[end] != end_mark)
			end++;
		struct range place = others->value_range;
		if (is_one_line)
			place = (struct range){place.start + start, place.start + end};
		if (end > start)
			check_other(reading, place,
				add_named(reading, place, string_slice(text, start, end)));
		start = end + 1;
	}
}

/* A name that is in quotes as others may be. */
static struct string without_quotes(struct string text)
{
	bool is_quoted =
		text.length > 1 && text.bytes[0] == '"' && text.bytes[text.length - 1] == '"';
	return is_quoted ? string_slice(text, 1, text.length - 1) : text;
}

static void read_meta(struct reading *reading)
{
	reading->meta = meta_block_read(reading->csar->meta, &reading->csar->diagnostics);
	check_names(reading);
	check_versions(reading);
	if (!meta_block_find(&reading->meta, "Created-By") && reading->meta.count &&
		!is_misspelled(reading, "Created-By"))
		report(reading, reading->meta.items[0].name_range,
			"TOSCA.meta should have \"%s\"%.*s", "Created-By", STRING(""))
			->severity = DIAGNOSTIC_WARNING;
	const struct meta_entry *entry = needed_entry(reading, "Entry-Definitions");
	if (entry)
		add_named(reading, entry->value_range, without_quotes(entry->value));
	add_others(reading, meta_block_find(&reading->meta, "Other-Definitions"));
}

/* ---- archives without it ---- */

/* Simple Profile 1.3, section "Archive without TOSCA-Metadata": "the metadata section … is required
 * and template_name and template_version metadata are also required". */
static void check_metadata(struct reading *reading, const struct syntax_tree *tree)
{
	static const char *const required[] = {"template_name", "template_version"};
	struct node metadata = node_get(syntax_tree_root(tree), "metadata");
	if (version_is_2_0(grammar_version(tree)))
		return;
	struct string missing = STRING("");
	for (size_t i = 0; i < 2; i++) {
		if (node_is_null(node_get(metadata, required[i])))
			missing = arena_format(reading->arena, "%.*s%s\"%s\"",
				STRING_ARGUMENTS(missing), missing.length ? " and " : "",
				required[i]);
	}
	if (missing.length)
		reading->csar->problem = arena_format(reading->arena,
			"has no TOSCA.meta, so that \"%.*s\" needs %.*s in its metadata",
			STRING_ARGUMENTS(path_name(reading->paths[0])), STRING_ARGUMENTS(missing));
}

/* "required to contain a single YAML file at the root of the archive". */
static void find_entry(struct reading *reading)
{
	size_t count;
	size_t found = 0;
	const struct file_entry *entries =
		files_list(reading->files, reading->root, reading->arena, &count);
	for (size_t i = 0; i < count; i++) {
		if (entries[i].is_folder || (!string_ends_with(entries[i].name, ".yaml") &&
						    !string_ends_with(entries[i].name, ".yml")))
			continue;
		found++;
		add(reading, path_join(reading->arena, reading->root, entries[i].name));
	}
	if (found == 1) {
		struct syntax_tree *tree = files_read(reading->files, reading->paths[0]);
		if (tree)
			check_metadata(reading, tree);
		syntax_tree_release(tree);
		return;
	}
	reading->csar->definition_count = 0;
	reading->csar->problem = arena_format(reading->arena,
		"has no TOSCA.meta, and %zu YAML files at its root instead of one", found);
}

/* ---- all of it ---- */

static void add_imported(struct reading *reading)
{
	for (size_t i = 0; i < reading->csar->definition_count; i++) {
		struct string path = reading->paths[i];
		struct syntax_tree *tree = files_read(reading->files, path);
		if (!tree)
			continue;
		struct import_list imports = imports_of(tree, path, reading->files, reading->arena);
		for (size_t k = 0; k < imports.count; k++) {
			struct string imported = imports.items[k].path;
			if (imported.length && has_file(reading, imported))
				add(reading, imported);
		}
		/* Their paths are in the arena by now. */
		syntax_tree_release(tree);
	}
}

bool csar_has_meta(struct string root, const struct files *files)
{
	struct arena *arena = arena_create();
	struct reading reading = {.files = files};
	bool has_meta = false;
	for (size_t i = 0; i < META_FILE_PLACES && !has_meta; i++)
		has_meta = has_file(
			&reading, path_join(arena, root, string_from(meta_file_places[i])));
	arena_destroy(arena);
	return has_meta;
}

bool csar_root_of_meta(struct string path, struct arena *arena, struct string *root)
{
	if (!string_is(path_name(path), "TOSCA.meta"))
		return false;
	*root = path_folder(path);
	if (string_is(path_name(*root), "TOSCA-Metadata"))
		*root = path_folder(*root);
	*root = root->length ? arena_copy(arena, *root) : STRING(".");
	return true;
}

struct string csar_base(struct string path, struct arena *arena)
{
	struct string root;
	return csar_root_of_meta(path, arena, &root) ? path_join(arena, root, STRING("TOSCA.meta"))
						     : path;
}

struct csar csar_read(struct string root, const struct files *files, struct arena *arena)
{
	struct csar csar = {.diagnostics = diagnostics_in(arena)};
	struct reading reading = {
		.csar = &csar,
		.root = path_normalize(root, arena),
		.files = files,
		.arena = arena,
	};
	if (!reading.root.length)
		reading.root = STRING(".");
	for (size_t i = 0; i < META_FILE_PLACES; i++) {
		struct string path =
			path_join(arena, reading.root, string_from(meta_file_places[i]));
		struct syntax_tree *tree = files_read(files, path);
		if (tree && csar.meta)
			report(&reading, (struct range){0, 0}, "%s, at \"%.*s\"",
				"The archive has another TOSCA.meta", path);
		if (!tree || csar.meta) {
			syntax_tree_release(tree);
			continue;
		}
		csar.meta_path = path;
		csar.meta = tree;
	}
	if (csar.meta)
		read_meta(&reading);
	else
		find_entry(&reading);
	add_imported(&reading);
	return csar;
}

void csar_finish(struct csar *csar)
{
	syntax_tree_release(csar->meta);
}
