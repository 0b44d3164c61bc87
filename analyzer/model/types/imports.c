#include "analyzer/model/types/imports.h"

#include "analyzer/language/grammar/keynames.h"
#include "analyzer/model/grammar/grammar.h"
#include "analyzer/text/path.h"

#include <string.h>

enum {
	HIGHEST_CLIMB = 32 /* folders above the one that relative paths start from */
};

struct importer {
	const struct syntax_tree *tree;
	struct string path;
	const struct files *files;
	struct arena *arena;
};

/* TOSCA 1.x takes any scalar for a text; in 2.0 the shape is wrong. */
static bool is_text(const struct importer *importer, struct node node)
{
	return node_is_string(node) || (node_kind(node) == NODE_SCALAR && !node_is_null(node) &&
					       !version_is_2_0(grammar_version(importer->tree)));
}

static struct string text_of(
	const struct importer *importer, struct node mapping, const char *keyname)
{
	struct node value = node_get(mapping, keyname);
	return is_text(importer, value) ? node_text(value) : (struct string){0};
}

/* A URL begins with its scheme and a colon; one letter is a drive. */
static bool is_url(struct string name)
{
	size_t length = 0;
	while (length < name.length &&
		((name.bytes[length] >= 'a' && name.bytes[length] <= 'z') ||
			(name.bytes[length] >= 'A' && name.bytes[length] <= 'Z') ||
			(length > 0 && (name.bytes[length] == '+' || name.bytes[length] == '-'))))
		length++;
	return length > 1 && length < name.length && name.bytes[length] == ':';
}

static bool has_file(const struct importer *importer, struct string path)
{
	struct syntax_tree *tree = files_read(importer->files, path);
	syntax_tree_release(tree);
	return tree != NULL;
}

bool imports_climb(struct string *folder, struct arena *arena)
{
	bool is_above = folder->length == 0 || string_is(path_name(*folder), "..");
	if (string_is(*folder, "/") ||
		(is_above && folder->length >= HIGHEST_CLIMB * strlen("../")))
		return false;
	*folder = is_above ? path_join(arena, *folder, STRING("..")) : path_folder(*folder);
	return true;
}

/* ---- paths ---- */

const char *const meta_file_places[META_FILE_PLACES] = {"TOSCA-Metadata/TOSCA.meta", "TOSCA.meta"};

/* The folder with the TOSCA.meta of the archive; empty if the importer is in none. */
static struct string root_of_archive(const struct importer *importer)
{
	struct arena *arena = importer->arena;
	struct string folder = path_folder(importer->path);
	do {
		for (size_t i = 0; i < META_FILE_PLACES; i++)
			if (has_file(importer,
				    path_join(arena, folder, string_from(meta_file_places[i]))))
				return folder.length ? folder : STRING(".");
	} while (imports_climb(&folder, arena));
	return (struct string){0};
}

/* TOSCA 2.0: a leading slash stands for the root of the repository. Where there is no archive,
 * that is the nearest folder from which the path leads to a file. */
static struct string path_from_root(const struct importer *importer, struct string name)
{
	struct arena *arena = importer->arena;
	struct string rest = string_slice(name, 1, name.length);
	struct string root = root_of_archive(importer);
	if (root.length)
		return path_join(arena, root, rest);
	struct string folder = path_folder(importer->path);
	do {
		struct string path = path_join(arena, folder, rest);
		if (has_file(importer, path))
			return path;
	} while (imports_climb(&folder, arena));
	return path_normalize(name, arena);
}

/* `target` gives `source`, and so does what is in it. */
static struct string replaced_folder(const struct importer *importer, struct string path,
	struct string target, struct string source)
{
	if (path.length < target.length ||
		!string_equal(string_slice(path, 0, target.length), target))
		return (struct string){0};
	struct string rest = string_slice(path, target.length, path.length);
	return rest.length == 0 || rest.bytes[0] == '/'
		       ? arena_format(importer->arena, "%.*s%.*s", STRING_ARGUMENTS(source),
				 STRING_ARGUMENTS(rest))
		       : (struct string){0};
}

static struct string source_in(const struct importer *importer, const struct syntax_tree *config,
	struct string folder, struct string path)
{
	struct node list = node_get(syntax_tree_root(config), "dependencies");
	uint32_t count = node_kind(list) == NODE_SEQUENCE ? node_count(list) : 0;
	for (uint32_t i = 0; i < count; i++) {
		struct string target = text_of(importer, node_item(list, i), "target");
		struct string source = text_of(importer, node_item(list, i), "source");
		if (!target.length || !source.length)
			continue;
		struct string found =
			replaced_folder(importer, path, path_join(importer->arena, folder, target),
				path_join(importer->arena, folder, source));
		if (found.length && has_file(importer, found))
			return found;
	}
	return (struct string){0};
}

/* What a config.yaml beside the template, or above it, says is to be taken from another place, and
 * was not yet: Vintner's dependencies. `has_config` becomes true if there is one. */
static struct string path_at_source(
	const struct importer *importer, struct string path, bool *has_config)
{
	enum {
		FOLDERS_ABOVE = 3
	};
	struct arena *arena = importer->arena;
	struct string folder = path_folder(importer->path), found = {0};
	for (int i = 0; i < FOLDERS_ABOVE && !found.length; i++) {
		struct syntax_tree *config = files_read(
			importer->files, path_join(arena, folder, STRING("config.yaml")));
		*has_config |= config != NULL;
		if (config)
			found = source_in(importer, config, folder, path);
		syntax_tree_release(config);
		if (!imports_climb(&folder, arena))
			break;
	}
	return found;
}

static struct string path_of(const struct importer *importer, struct string name)
{
	if (is_url(name) || is_url(importer->path))
		return (struct string){0};
	if (name.bytes[0] == '/')
		return path_from_root(importer, name);
	struct string path = path_join(importer->arena, path_folder(importer->path), name);
	bool has_config = false;
	struct string source = importer->files && !has_file(importer, path)
				       ? path_at_source(importer, path, &has_config)
				       : (struct string){0};
	return source.length ? source : path;
}

/* Empty unless the repository is a folder: beside the importer, or by a "file:" URL. */
static struct string path_in_repository(
	const struct importer *importer, struct string repository, struct string name)
{
	static const char scheme[] = "file://";
	struct node repositories = node_get(syntax_tree_root(importer->tree), "repositories");
	struct node definition = node_find(repositories, repository).value;
	struct string url = node_is_string(definition) ? node_text(definition)
						       : text_of(importer, definition, "url");
	if (string_starts_with(url, scheme))
		return path_join(
			importer->arena, string_slice(url, strlen(scheme), url.length), name);
	if (!url.length || is_url(url))
		return (struct string){0};
	return path_join(importer->arena, path_of(importer, url), name);
}

/* ---- profiles ---- */

static bool is_profile(const struct importer *importer, struct string path, struct string profile)
{
	struct syntax_tree *tree = files_read(importer->files, path);
	struct string declared =
		tree ? text_of(importer, syntax_tree_root(tree), "profile") : (struct string){0};
	bool is_it = declared.length && string_equal(declared, profile);
	syntax_tree_release(tree);
	return is_it;
}

/* The file in the importer's folder that declares itself as this profile. */
static struct string profile_beside(const struct importer *importer, struct string profile)
{
	struct string folder = path_folder(importer->path);
	size_t count;
	const struct file_entry *entries = files_list(
		importer->files, folder.length ? folder : STRING("."), importer->arena, &count);
	for (size_t i = 0; i < count; i++) {
		if (entries[i].is_folder || (!string_ends_with(entries[i].name, ".yaml") &&
						    !string_ends_with(entries[i].name, ".yml")))
			continue;
		struct string path = path_join(importer->arena, folder, entries[i].name);
		if (!string_equal(path, importer->path) && is_profile(importer, path, profile))
			return path;
	}
	return (struct string){0};
}

/* TOSCA 2.0, section "Defining Profiles": names are structured like names of packages. The
 * profile "org.oasis.simple:2.0" is looked for in the folders org/oasis/simple/2.0 and
 * org/oasis/simple. */
static struct string profile_by_folder(const struct importer *importer, struct string profile)
{
	struct arena *arena = importer->arena;
	struct string versioned = arena_copy(arena, profile);
	char *bytes = (char *)versioned.bytes;
	size_t base = 0;
	while (base < profile.length && bytes[base] != ':') {
		bytes[base] = bytes[base] == '.' ? '/' : bytes[base];
		base++;
	}
	if (base < profile.length)
		bytes[base] = '/';
	const struct string folders[] = {versioned, string_slice(versioned, 0, base)};
	struct string top = path_folder(importer->path);
	do {
		for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
			struct string path = path_join(
				arena, path_join(arena, top, folders[i]), STRING("profile.yaml"));
			if (is_profile(importer, path, profile))
				return path;
		}
	} while (imports_climb(&top, arena));
	return (struct string){0};
}

/* ---- notations ---- */

/* "file", { file: …, namespace_prefix: … }, { url: …, namespace: … }, { profile: … }, and in
 * TOSCA 1.x { name: "file" } and { name: { file: … } }. */
static struct node without_name(struct node import)
{
	struct node_entry only = node_entry(import, 0);
	if (node_kind(import) != NODE_MAPPING || node_count(import) != 1 ||
		keyname_find_in_any_version(CONSTRUCT_IMPORT, node_text(only.key)))
		return import;
	return only.value;
}

struct node import_file(struct node import)
{
	static const char *const keynames[] = {"file", "profile", "url"};
	struct node definition = without_name(import);
	if (node_kind(definition) == NODE_SCALAR)
		return definition;
	for (size_t i = 0; i < sizeof(keynames) / sizeof(*keynames); i++) {
		struct node value = node_get(definition, keynames[i]);
		if (!node_is_absent(value))
			return value;
	}
	return (struct node){0};
}

static struct import read_import(const struct importer *importer, struct node node)
{
	struct node definition = without_name(node);
	struct import import = {.node = definition};
	if (is_text(importer, definition)) {
		import.name = node_text(definition);
		import.path = import.name.length ? path_of(importer, import.name) : import.name;
		return import;
	}
	import.prefix = text_of(importer, definition, "namespace_prefix");
	if (!import.prefix.length)
		import.prefix = text_of(importer, definition, "namespace");
	if (import.prefix.length)
		import.prefix =
			arena_format(importer->arena, "%.*s:", STRING_ARGUMENTS(import.prefix));
	import.name = text_of(importer, definition, "file");
	if (!import.name.length)
		import.name = text_of(importer, definition, "profile");
	if (import.name.length && node_is_null(node_get(definition, "file"))) {
		import.path = profile_beside(importer, import.name);
		if (!import.path.length)
			import.path = profile_by_folder(importer, import.name);
		return import;
	}
	if (!import.name.length)
		import.name = text_of(importer, definition, "url");
	struct node repository = node_get(definition, "repository");
	if (import.name.length && !node_is_null(repository))
		import.path = path_in_repository(importer, node_text(repository), import.name);
	else if (import.name.length)
		import.path = path_of(importer, import.name);
	return import;
}

struct import_list imports_of(const struct syntax_tree *tree, struct string path,
	const struct files *files, struct arena *arena)
{
	/* Nothing is beside a file without a path, such as one that was never saved. */
	struct importer importer = {tree, path, is_url(path) ? NULL : files, arena};
	struct node imports = node_get(syntax_tree_root(tree), "imports");
	uint32_t count = node_kind(imports) == NODE_SEQUENCE ? node_count(imports) : 0;
	struct import *items = arena_allocate(arena, count + 1, sizeof(*items));
	size_t found = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct import import = read_import(&importer, node_item(imports, i));
		if (import.name.length)
			items[found++] = import;
	}
	return (struct import_list){items, found};
}

struct string imports_path(
	struct string name, struct string path, const struct files *files, struct arena *arena)
{
	struct importer importer = {NULL, path, is_url(path) ? NULL : files, arena};
	return name.length ? path_of(&importer, name) : name;
}

bool imports_may_be_moved(struct string path, const struct files *files, struct arena *arena)
{
	struct importer importer = {NULL, path, files, arena};
	bool has_config = false;
	if (!is_url(path))
		path_at_source(&importer, STRING(""), &has_config);
	return has_config;
}
