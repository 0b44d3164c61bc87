#include "tests/unit/ide/workspace.h"

#include "analyzer/model/types/type_store.h"
#include <dirent.h>

static struct syntax_tree *read_tree(void *context, struct string path)
{
	struct workspace *workspace = context;
	for (size_t i = 0; i < workspace->count; i++)
		if (string_equal(workspace->items[i].path, path))
			return syntax_tree_retain(workspace->items[i].tree);
	return NULL;
}

static const struct known_file *that_mentions(void *context, size_t position, struct string name)
{
	struct workspace *workspace = context;
	(void)name;
	return &workspace->items[position];
}

struct known_files workspace_files(struct workspace *workspace)
{
	return (struct known_files){workspace, workspace->count, that_mentions};
}

static void add_file(struct workspace *workspace, struct string path, struct string text)
{
	size_t capacity = workspace->capacity;
	workspace->texts = arena_reserve(
		workspace->arena, workspace->texts, workspace->count, &capacity, sizeof(text));
	workspace->items = arena_reserve(workspace->arena, workspace->items, workspace->count,
		&workspace->capacity, sizeof(*workspace->items));
	workspace->texts[workspace->count] = text;
	workspace->items[workspace->count++] =
		(struct known_file){.tree = syntax_tree_create(text), .path = path};
}

static void find_types(struct workspace *workspace)
{
	workspace->files = (struct files){
		.context = workspace, .read = read_tree, .types = type_store_create()};
	for (size_t i = 0; i < workspace->count; i++) {
		struct known_file *file = &workspace->items[i];
		file->types = types_create(file->tree, file->path, &workspace->files, NULL);
	}
}

struct workspace *workspace_open(struct arena *arena, struct string path, struct string text,
	struct string folder, const char *prefix)
{
	struct workspace *workspace = arena_allocate(arena, 1, sizeof(*workspace));
	workspace->arena = arena;
	add_file(workspace, path, text);
	DIR *entries = opendir(arena_copy(arena, folder).bytes);
	struct dirent *entry;
	while (entries && (entry = readdir(entries)) != NULL) {
		struct string name = string_from(entry->d_name);
		struct string other =
			arena_format(arena, "%.*s%s", STRING_ARGUMENTS(folder), entry->d_name);
		if (string_starts_with(name, prefix) && string_ends_with(name, ".yaml") &&
			fixture_read(arena, other.bytes, &text))
			add_file(workspace, other, text);
	}
	if (entries)
		closedir(entries);
	find_types(workspace);
	return workspace;
}

struct workspace *workspace_of(const struct fixture *fixture)
{
	size_t folder = fixture->path.length;
	while (fixture->path.bytes[folder - 1] != '/')
		folder--;
	return workspace_open(fixture->arena, fixture->path, fixture->text,
		string_slice(fixture->path, 0, folder), "_");
}

void workspace_close(struct workspace *workspace)
{
	for (size_t i = 0; i < workspace->count; i++) {
		types_release((struct types *)workspace->items[i].types);
		syntax_tree_release((struct syntax_tree *)workspace->items[i].tree);
	}
	type_store_destroy(workspace->files.types);
}

struct workspace *workspace_rename(struct workspace *before, const struct rename *rename)
{
	struct workspace *after = arena_allocate(before->arena, 1, sizeof(*after));
	after->arena = before->arena;
	for (size_t i = 0; i < before->count; i++) {
		struct text_edit *edits =
			arena_allocate(before->arena, rename->count, sizeof(*edits));
		size_t count = 0;
		for (size_t j = 0; j < rename->count; j++)
			if (rename->edits[j].tree == before->items[i].tree)
				edits[count++] = rename->edits[j].edit;
		add_file(after, before->items[i].path,
			fixture_apply(before->arena, before->texts[i], edits, count));
	}
	find_types(after);
	return after;
}
