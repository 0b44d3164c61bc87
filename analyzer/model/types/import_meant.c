#include "analyzer/model/types/import_meant.h"

#include "analyzer/model/report/suggestion.h"
#include "analyzer/text/path.h"

enum {
	MOST_FOLDERS_ABOVE = 4,
	FARTHEST = 3 /* letters in which names may differ */
};

struct search {
	const struct files *files;
	struct arena *arena;
	struct suggestion suggestion;
};

/* ---- files ---- */

static bool is_yaml(struct string name)
{
	return string_ends_with(name, ".yaml") || string_ends_with(name, ".yml");
}

/* The entry of the folder that is called `wanted`, or nearly; empty if there is none. */
static struct string nearest_entry(
	const struct search *search, struct string folder, struct string wanted, bool is_folder)
{
	size_t count;
	const struct file_entry *entries = files_list(
		search->files, folder.length ? folder : STRING("."), search->arena, &count);
	struct suggestion suggestion = suggestion_for(wanted);
	for (size_t i = 0; i < count; i++)
		if (entries[i].is_folder == is_folder && (is_folder || is_yaml(entries[i].name)))
			suggestion_offer(&suggestion, entries[i].name);
	/* What all files end in says nothing. */
	size_t stem = 0;
	while (stem < wanted.length && wanted.bytes[stem] != '.')
		stem++;
	bool is_near = suggestion.best.length && suggestion.distance <= FARTHEST &&
		       suggestion.distance <= 1 + stem / 4;
	return is_near ? suggestion.best : STRING("");
}

/* Of "lib/a/types.yaml", each part is looked for in what the parts before have led to. */
static struct string nearest_path(
	const struct search *search, struct string folder, struct string name)
{
	struct string found = {"", 0};
	size_t start = 0;
	for (size_t i = 0; i <= name.length; i++) {
		if (i < name.length && name.bytes[i] != '/')
			continue;
		struct string part = string_slice(name, start, i);
		bool is_last = i == name.length;
		bool is_step = string_is(part, ".") || string_is(part, "..") || part.length == 0;
		struct string here = path_join(search->arena, folder, found);
		struct string next =
			is_step ? part
				: nearest_entry(search, start ? here : folder, part, !is_last);
		if (!next.length && !is_step)
			return (struct string){"", 0};
		found = start ? arena_format(search->arena, "%.*s/%.*s", STRING_ARGUMENTS(found),
					STRING_ARGUMENTS(next))
			      : next;
		start = i + 1;
	}
	return found;
}

/* ---- profiles ---- */

/* The name by which the file declares itself, if it is nearly the one wanted. */
static void offer_declared(struct search *search, struct string path)
{
	struct syntax_tree *tree = files_read(search->files, path);
	struct node profile = tree ? node_get(syntax_tree_root(tree), "profile") : (struct node){0};
	if (node_is_string(profile))
		suggestion_offer(
			&search->suggestion, arena_copy(search->arena, node_text(profile)));
	syntax_tree_release(tree);
}

/* The profile file in the folder, and those of its versions, one folder below. */
static void offer_profiles_in(struct search *search, struct string folder)
{
	offer_declared(search, path_join(search->arena, folder, STRING("profile.yaml")));
	size_t count;
	const struct file_entry *entries = files_list(search->files, folder, search->arena, &count);
	for (size_t i = 0; i < count; i++)
		if (entries[i].is_folder)
			offer_declared(
				search, path_join(search->arena,
						path_join(search->arena, folder, entries[i].name),
						STRING("profile.yaml")));
}

static void offer_profiles_beside(struct search *search, struct string folder)
{
	size_t count;
	const struct file_entry *entries = files_list(
		search->files, folder.length ? folder : STRING("."), search->arena, &count);
	for (size_t i = 0; i < count; i++)
		if (!entries[i].is_folder && is_yaml(entries[i].name))
			offer_declared(search, path_join(search->arena, folder, entries[i].name));
}

/* "org.oasis.simple:2.0" lies in org/oasis/simple below some folder above. */
static struct string folder_of_profile(
	const struct search *search, struct string top, struct string profile)
{
	size_t start = 0;
	struct string folder = top;
	for (size_t i = 0; i <= profile.length; i++) {
		bool is_end = i == profile.length || profile.bytes[i] == ':';
		if (!is_end && profile.bytes[i] != '.')
			continue;
		struct string next =
			nearest_entry(search, folder, string_slice(profile, start, i), true);
		if (!next.length)
			return (struct string){"", 0};
		folder = path_join(search->arena, folder, next);
		start = i + 1;
		if (is_end)
			break;
	}
	return folder;
}

static struct string nearest_profile(
	struct search *search, struct string folder, struct string profile)
{
	search->suggestion = suggestion_for(profile);
	offer_profiles_beside(search, folder);
	do {
		struct string found = folder_of_profile(search, folder, profile);
		if (found.length)
			offer_profiles_in(search, found);
	} while (imports_climb(&folder, search->arena));
	bool is_near = search->suggestion.best.length && search->suggestion.distance <= FARTHEST;
	return is_near ? search->suggestion.best : STRING("");
}

/* ---- both ---- */

struct string import_meant(const struct import *import, struct string path,
	const struct files *files, struct arena *arena)
{
	struct search search = {.files = files, .arena = arena};
	struct string folder = path_folder(path);
	struct node written = import_file(import->node);
	bool is_profile = string_is(node_text(node_key(written)), "profile");
	bool is_url = !is_profile && !import->path.length;
	if (!files || !path.length || is_url || !import->name.length)
		return (struct string){"", 0};
	if (is_profile)
		return nearest_profile(&search, folder, import->name);
	if (import->name.bytes[0] == '/' ||
		!node_is_null(node_get(node_parent(written), "repository")))
		return (struct string){"", 0};
	struct string found = nearest_path(&search, folder, import->name);
	return string_equal(found, import->name) ? STRING("") : found;
}

bool import_is_above(const struct import *import, struct string path, const struct files *files,
	struct arena *arena)
{
	struct string folder = path_folder(path);
	if (!files || !path.length || !import->path.length || import->name.bytes[0] == '/')
		return false;
	for (int i = 0; i < MOST_FOLDERS_ABOVE && imports_climb(&folder, arena); i++)
		if (files_have(files, path_join(arena, folder, import->name)))
			return true;
	return false;
}

struct string import_source(const struct import *import, struct string path,
	const struct files *files, struct arena *arena)
{
	size_t length = 0;
	struct string source = STRING("");
	while (length < import->name.length && import->name.bytes[length] != '/')
		length++;
	if (!files || !path.length || !import->path.length || length == import->name.length)
		return source;
	struct string folder = string_slice(import->name, 0, length);
	struct syntax_tree *tree =
		files_read(files, files_beside(arena, path, STRING("config.yaml")));
	if (!tree)
		return source;
	struct node dependencies = node_get(syntax_tree_root(tree), "dependencies");
	uint32_t count = node_kind(dependencies) == NODE_SEQUENCE ? node_count(dependencies) : 0;
	for (uint32_t i = 0; i < count && !source.length; i++) {
		struct string from = node_text(node_get(node_item(dependencies, i), "source"));
		if (string_equal(path_name(from), folder))
			source = arena_copy(arena, from);
	}
	syntax_tree_release(tree);
	return source;
}
