/* Paths of files beside the document: imports, artifacts, scripts. */
#include "analyzer/ide/completion/completion_list.h"
#include "analyzer/ide/declarations/nearby.h"
#include "analyzer/ide/names/beside.h"
#include "analyzer/model/archive/csar.h"
#include "analyzer/model/behaviour/artifact_check.h"
#include "analyzer/text/path.h"

#include <string.h>

static bool is_service_template(struct string name)
{
	return string_ends_with(name, ".yaml") || string_ends_with(name, ".yml");
}

/* Imports and rules are YAML; artifacts and scripts are anything. */
static bool wants_yaml(const struct place *place)
{
	return place->keyname && (place->keyname->construct == CONSTRUCT_IMPORT ||
					 place->keyname->construct == CONSTRUCT_VARIABILITY ||
					 strcmp(place->keyname->name, "imports") == 0);
}

static size_t folder_length(struct string path)
{
	size_t length = path.length;
	while (length > 0 && path.bytes[length - 1] != '/')
		length--;
	return length;
}

/* Whether it holds what the keyname asks for, or nothing yet. */
static bool is_of_kind(const struct syntax_tree *tree, const struct keyname_row *row)
{
	struct node root = syntax_tree_root(tree);
	enum grammar_file wanted =
		strcmp(row->name, "qualities") == 0 ? GRAMMAR_FILE_RULES : GRAMMAR_FILE_CONDITIONS;
	bool is_empty =
		node_is_null(root) || (node_kind(root) != NODE_SCALAR && node_count(root) == 0);
	return is_empty || grammar_file_kind(tree) == wanted;
}

/* Imports are TOSCA; technology rules and type-specific conditions are not. */
static bool is_meant(const struct completion_list *list, struct string path)
{
	struct syntax_tree *tree = files_read(list->settings->files, path);
	if (!tree)
		return true;
	bool is_meant = !types_file_is_foreign(tree) && !beside_has_names(grammar_file_kind(tree));
	if (list->place.construct == CONSTRUCT_VARIABILITY)
		is_meant =
			file_is_valid(list->arena, tree) && is_of_kind(tree, list->place.keyname);
	syntax_tree_release(tree);
	return is_meant;
}

static bool belongs(const struct completion_list *list, const struct file_entry *entry,
	struct string folder, struct string beside)
{
	struct string document = list->settings->path;
	struct string own = string_slice(document, folder_length(document), document.length);
	if (string_starts_with(entry->name, ".") && !string_starts_with(list->cursor.word, "."))
		return false;
	if (folder.length == 0 && string_equal(entry->name, own))
		return false;
	if (entry->is_folder || !wants_yaml(&list->place))
		return true;
	return is_service_template(entry->name) &&
	       is_meant(list, arena_format(list->arena, "%.*s%.*s", STRING_ARGUMENTS(beside),
				      STRING_ARGUMENTS(entry->name)));
}

/* Somebody who imports a file wants its types, in whichever folder it lies. */
static void add_files_of_types(struct completion_list *list, struct string folder)
{
	struct string base = csar_base(list->settings->path, list->arena);
	size_t count = 0;
	const struct string *paths =
		nearby_files_of_types(list->settings->files, base, list->arena, &count);
	for (size_t i = 0; i < count; i++) {
		struct string path = path_relative(list->arena, path_folder(base), paths[i]);
		if (string_starts_with(path, folder.bytes) && is_meant(list, paths[i]))
			completion_add_value(list, COMPLETION_FILE, path);
	}
}

static bool is_of_artifact(const struct completion_list *list, struct string file)
{
	const struct declaration *declaration = &list->declaration;
	return declaration->kind != DECLARES_ELEMENT || declaration->type_count != 1 ||
	       declaration->types[0]->kind != TYPE_ARTIFACT ||
	       artifact_file_fits(declaration->types[0], file);
}

void complete_files(struct completion_list *list)
{
	struct string word = list->cursor.word;
	struct string folder = arena_copy(list->arena, string_slice(word, 0, folder_length(word)));
	struct string beside =
		files_beside(list->arena, csar_base(list->settings->path, list->arena),
			folder.length > 0 ? folder : STRING("./"));
	size_t count = 0;
	if (wants_yaml(&list->place) && list->place.construct != CONSTRUCT_VARIABILITY)
		add_files_of_types(list, folder);
	const struct file_entry *entries =
		files_list(list->settings->files, beside, list->arena, &count);
	for (size_t i = 0; i < count; i++) {
		const struct file_entry *entry = &entries[i];
		if (!belongs(list, entry, folder, beside))
			continue;
		struct string path =
			arena_format(list->arena, "%.*s%.*s%s", STRING_ARGUMENTS(folder),
				STRING_ARGUMENTS(entry->name), entry->is_folder ? "/" : "");
		struct completion_item *item = completion_add_value(list, COMPLETION_FILE, path);
		if (item && entry->is_folder)
			item->detail = STRING("folder");
		else if (item)
			item->precedence = !is_of_artifact(list, entry->name);
	}
}
