#include "analyzer/model/csar.h"

#include "analyzer/model/grammar.h"
#include "analyzer/model/imports.h"
#include "analyzer/text/path.h"

static const char *const places[] = {"TOSCA-Metadata/TOSCA.meta", "TOSCA.meta"};

enum {
	PLACES = sizeof(places) / sizeof(*places)
};

struct reading {
	struct csar *csar;
	struct string root;
	const struct files *files;
	struct arena *arena;
	struct string *paths;
	size_t capacity;
};

static struct diagnostic *report(struct reading *reading, struct node place, const char *format,
	const char *what, struct string value)
{
	return diagnostics_add(&reading->csar->diagnostics, DIAGNOSTIC_CODE_BAD_ARCHIVE, place,
		format, what, STRING_ARGUMENTS(value));
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
	for (size_t i = 0; i < csar->definition_count; i++) {
		if (string_equal(reading->paths[i], path))
			return;
	}
	reading->paths = arena_reserve(reading->arena, reading->paths, csar->definition_count,
		&reading->capacity, sizeof(*reading->paths));
	reading->paths[csar->definition_count++] = path;
	csar->definitions = reading->paths;
}

/* ---- TOSCA.meta ---- */

/* Names and values until the first empty line: the rest is about other files. */
static struct node first_block_value(const struct reading *reading, const char *name)
{
	const struct syntax_tree *tree = reading->csar->meta;
	struct node value = node_get(syntax_tree_root(tree), name);
	if (node_is_absent(value))
		return value;
	uint32_t lines =
		syntax_tree_position(tree, node_range(node_key(value)).start, POSITION_UTF8).line;
	for (uint32_t line = 0; line < lines; line++) {
		struct range range = syntax_tree_line(tree, line);
		if (range.start == range.end)
			return (struct node){0};
	}
	return value;
}

static struct node needed_value(struct reading *reading, const char *name)
{
	struct node value = first_block_value(reading, name);
	struct node root = syntax_tree_root(reading->csar->meta);
	struct node first = node_count(root) ? node_entry(root, 0).key : root;
	if (node_is_null(value))
		report(reading, first, "TOSCA.meta needs \"%s\"%.*s", name, STRING(""));
	return value;
}

/* Which versions go together: archives of 2.0 do without a version of the meta file. */
static void check_versions(struct reading *reading)
{
	struct node version = needed_value(reading, "CSAR-Version");
	struct string text = node_text(version);
	bool is_1_x = string_is(text, "1.0") || string_is(text, "1.1");
	if (node_is_null(version))
		return;
	if (!is_1_x && !string_is(text, "2.0"))
		report(reading, version, "%s \"%.*s\"; there are 1.0, 1.1 and 2.0",
			"Unknown version of CSAR", text);
	if (!is_1_x)
		return;
	struct node of_file = needed_value(reading, "TOSCA-Meta-File-Version");
	if (!node_is_null(of_file) && !string_is(node_text(of_file), "1.0") &&
		!string_is(node_text(of_file), "1.1"))
		report(reading, of_file, "%s \"%.*s\"; there are 1.0 and 1.1",
			"Unknown version of TOSCA.meta", node_text(of_file));
}

/* Adds the file `name`, relative to the root of the archive, if it is there. */
static void add_named(struct reading *reading, struct node place, struct string name)
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
	else
		add(reading, path);
}

/* "a string containing a list of filenames … delimited by a blank space. If the filenames contain
 * blank spaces, the filename should be enclosed by double quotation marks". */
static void add_others(struct reading *reading, struct node others)
{
	struct string text = node_is_null(others) ? STRING("") : node_text(others);
	for (size_t start = 0; start < text.length;) {
		bool is_quoted = text.bytes[start] == '"';
		char end_mark = is_quoted ? '"' : ' ';
		start += is_quoted;
		size_t end = start;
		while (end < text.length && text.bytes[end] != end_mark)
			end++;
		if (end > start)
			add_named(reading, others, string_slice(text, start, end));
		start = end + 1;
	}
}

static void read_meta(struct reading *reading)
{
	check_versions(reading);
	struct node author = first_block_value(reading, "Created-By");
	struct node root = syntax_tree_root(reading->csar->meta);
	if (node_is_null(author) && node_count(root))
		report(reading, node_entry(root, 0).key, "TOSCA.meta should have \"%s\"%.*s",
			"Created-By", STRING(""))
			->severity = DIAGNOSTIC_WARNING;
	struct node entry = needed_value(reading, "Entry-Definitions");
	if (!node_is_null(entry))
		add_named(reading, entry, node_text(entry));
	add_others(reading, first_block_value(reading, "Other-Definitions"));
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
	for (size_t i = 0; i < 2; i++) {
		if (node_is_null(node_get(metadata, required[i])))
			reading->csar->problem = arena_format(reading->arena,
				"has no TOSCA.meta, so that \"%.*s\" needs \"%s\" in its metadata",
				STRING_ARGUMENTS(path_name(reading->paths[0])), required[i]);
	}
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
	for (size_t i = 0; i < PLACES && !has_meta; i++)
		has_meta = has_file(&reading, path_join(arena, root, string_from(places[i])));
	arena_destroy(arena);
	return has_meta;
}

struct csar csar_read(struct string root, const struct files *files, struct arena *arena)
{
	struct csar csar = {.diagnostics = diagnostics_in(arena)};
	struct reading reading = {&csar, path_normalize(root, arena), files, arena, NULL, 0};
	if (!reading.root.length)
		reading.root = STRING(".");
	for (size_t i = 0; i < PLACES; i++) {
		struct string path = path_join(arena, reading.root, string_from(places[i]));
		struct syntax_tree *tree = files_read(files, path);
		if (tree && csar.meta)
			report(&reading, syntax_tree_root(csar.meta), "%s, at \"%.*s\"",
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
