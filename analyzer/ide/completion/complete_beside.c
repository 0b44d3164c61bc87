/* What other files say that lie near the document: the versions they are written for, the profiles
 * that they define. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/model/types/imports.h"
#include "analyzer/text/path.h"

enum {
	MOST_NEIGHBOURS = 12, /* files that are looked at for their versions */
	MOST_FOLDERS = 200,   /* that are searched for profiles */
	MOST_PROFILES = 60,
	HIGHEST = 6, /* folders above the document whose profiles are offered */
};

static bool is_yaml(struct string name)
{
	return string_ends_with(name, ".yaml") || string_ends_with(name, ".yml");
}

static bool is_hidden(struct string name)
{
	return string_starts_with(name, ".");
}

/* ---- versions ---- */

static bool is_of_version(const struct files *files, struct string path, struct string version)
{
	struct syntax_tree *tree = files_read(files, path);
	struct node root = tree ? syntax_tree_root(tree) : (struct node){0};
	bool is_it = string_equal(node_text(node_get(root, "tosca_definitions_version")), version);
	syntax_tree_release(tree);
	return is_it;
}

bool completion_is_version_beside(const struct completion_list *list, struct string version)
{
	const struct files *files = list->settings->files;
	struct string folder = path_folder(list->settings->path);
	size_t count, looked_at = 0;
	const struct file_entry *entries =
		files_list(files, folder.length ? folder : STRING("."), list->arena, &count);
	for (size_t i = 0; i < count && looked_at < MOST_NEIGHBOURS; i++) {
		struct string path = path_join(list->arena, folder, entries[i].name);
		if (entries[i].is_folder || !is_yaml(entries[i].name) ||
			string_equal(path, list->settings->path))
			continue;
		looked_at++;
		if (files_mention(files, path, version) && is_of_version(files, path, version))
			return true;
	}
	return false;
}

/* ---- profiles ---- */

static bool is_imported(const struct syntax_tree *tree, struct string profile)
{
	struct node imports = node_get(syntax_tree_root(tree), "imports");
	uint32_t count = node_kind(imports) == NODE_SEQUENCE ? node_count(imports) : 0;
	for (uint32_t i = 0; i < count; i++)
		if (string_equal(node_text(import_file(node_item(imports, i))), profile))
			return true;
	return false;
}

struct profile_search {
	struct completion_list *list;
	struct string own; /* name of the document's profile */
	size_t folders, found;
};

static void offer_declared(struct profile_search *search, struct string path)
{
	struct completion_list *list = search->list;
	struct syntax_tree *tree = files_read(list->settings->files, path);
	struct node profile = tree ? node_get(syntax_tree_root(tree), "profile") : (struct node){0};
	struct string name = arena_copy(list->arena, node_text(profile));
	syntax_tree_release(tree);
	if (name.length == 0 || string_equal(name, search->own))
		return;
	search->found++;
	struct completion_item *item = completion_add_value(list, COMPLETION_FILE, name);
	if (!item)
		return;
	item->detail = path;
	item->precedence = is_imported(list->tree, name); /* nobody imports it twice */
}

/* Whatever declares itself as a profile in the folder; in those below, where a profile is looked
 * for. */
static void offer_folder(
	struct profile_search *search, struct string folder, struct string except, bool is_own)
{
	struct arena *arena = search->list->arena;
	size_t count;
	const struct file_entry *entries = files_list(
		search->list->settings->files, folder.length ? folder : STRING("."), arena, &count);
	search->folders++;
	for (size_t i = 0; i < count && search->found < MOST_PROFILES; i++) {
		struct string path = path_join(arena, folder, entries[i].name);
		bool is_wanted = is_own ? is_yaml(entries[i].name)
					: string_is(entries[i].name, "profile.yaml");
		if (!entries[i].is_folder && is_wanted &&
			!string_equal(path, search->list->settings->path))
			offer_declared(search, path);
	}
	for (size_t i = 0; i < count && search->folders < MOST_FOLDERS; i++) {
		struct string path = path_join(arena, folder, entries[i].name);
		if (entries[i].is_folder && !entries[i].is_link && !is_hidden(entries[i].name) &&
			!string_equal(path, except))
			offer_folder(search, path, except, false);
	}
}

void complete_profiles(struct completion_list *list)
{
	struct node own = node_get(syntax_tree_root(list->tree), "profile");
	struct profile_search search = {.list = list, .own = node_text(own)};
	struct string folder = path_folder(list->settings->path);
	struct string below = {"", 0};
	if (!list->settings->files)
		return;
	for (int i = 0; i <= HIGHEST && search.folders < MOST_FOLDERS; i++) {
		offer_folder(&search, folder, below, i == 0);
		below = folder;
		if (!imports_climb(&folder, list->arena))
			break;
	}
}
