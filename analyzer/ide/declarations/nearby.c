#include "analyzer/ide/declarations/nearby.h"

#include "analyzer/model/types/imports.h"
#include "analyzer/text/path.h"

enum {
	MOST_FILES = 200,
	MOST_FOLDERS = 200,
	MOST_ALTERNATIVES = 100,
	MOST_TEXT = 4 << 20, /* bytes of parsed files: somebody waits for the answer */
	HIGHEST = 2,         /* folders above the document */
};

struct search {
	const struct files *files;
	struct arena *arena;
	struct string own;
	struct string *paths;
	size_t count, capacity, folders;
};

static void look_into(struct search *search, struct string folder, struct string except)
{
	size_t count;
	const struct file_entry *entries = files_list(
		search->files, folder.length ? folder : STRING("."), search->arena, &count);
	search->folders++;
	for (size_t i = 0; i < count && search->count < MOST_FILES; i++) {
		struct string path = path_join(search->arena, folder, entries[i].name);
		bool is_yaml = string_ends_with(path, ".yaml") || string_ends_with(path, ".yml");
		if (entries[i].is_folder || !is_yaml || string_equal(path, search->own))
			continue;
		search->paths = arena_reserve(search->arena, search->paths, search->count,
			&search->capacity, sizeof(*search->paths));
		search->paths[search->count++] = path;
	}
	for (size_t i = 0; i < count && search->folders < MOST_FOLDERS; i++) {
		struct string path = path_join(search->arena, folder, entries[i].name);
		if (entries[i].is_folder && !entries[i].is_link &&
			!string_starts_with(entries[i].name, ".") && !string_equal(path, except))
			look_into(search, path, except);
	}
}

/* YAML files, the document at `path` left out; up to the folder so far above it. */
static const struct string *nearby_files(const struct files *files, struct string path, int highest,
	struct arena *arena, size_t *count)
{
	struct search search = {.files = files, .arena = arena, .own = path};
	struct string folder = path_folder(path);
	struct string below = {"", 0};
	for (int i = 0; files && i <= highest && search.folders < MOST_FOLDERS; i++) {
		look_into(&search, folder, below);
		below = folder;
		if (!imports_climb(&folder, arena))
			break;
	}
	*count = search.count;
	return search.paths;
}

static bool has_word(struct string name, struct string word)
{
	for (size_t i = 0; i + word.length <= name.length; i++) {
		size_t same = 0;
		while (same < word.length &&
			string_lower(name.bytes[i + same]) == string_lower(word.bytes[same]))
			same++;
		if (same == word.length)
			return true;
	}
	return false;
}

const struct string *nearby_files_of_types(
	const struct files *files, struct string path, struct arena *arena, size_t *count)
{
	size_t file_count;
	const struct string *paths = nearby_files(files, path, 0, arena, &file_count);
	struct string *found = arena_allocate(arena, file_count, sizeof(*found));
	*count = 0;
	for (size_t i = 0; i < file_count; i++)
		if (files_mention(files, paths[i], STRING("_types:")))
			found[(*count)++] = paths[i];
	return found;
}

struct nearby_types nearby_types(const struct files *files, struct string path, enum type_kind kind,
	struct string word, struct arena *arena)
{
	struct nearby_type *found = arena_allocate(arena, MOST_ALTERNATIVES, sizeof(*found));
	struct string keyname = string_from(type_kind_row(kind)->keyname);
	size_t file_count, count = 0;
	uint64_t read = 0;
	const struct string *paths = nearby_files(files, path, HIGHEST, arena, &file_count);
	for (size_t i = 0; i < file_count && read < MOST_TEXT; i++) {
		if (!files_mention(files, paths[i], keyname))
			continue;
		struct syntax_tree *tree = files_read(files, paths[i]);
		read += tree ? syntax_tree_length(tree) : 0;
		struct node types =
			tree ? node_find(syntax_tree_root(tree), keyname).value : (struct node){0};
		uint32_t type_count = node_kind(types) == NODE_MAPPING ? node_count(types) : 0;
		for (uint32_t j = 0; j < type_count && count < MOST_ALTERNATIVES; j++) {
			struct node_entry type = node_entry(types, j);
			if (!has_word(node_text(type.key), word))
				continue;
			found[count++] = (struct nearby_type){
				.name = arena_copy(arena, node_text(type.key)),
				.path = paths[i],
				.description = arena_copy(
					arena, node_text(node_get(type.value, "description"))),
			};
		}
		syntax_tree_release(tree);
	}
	return (struct nearby_types){found, count};
}
