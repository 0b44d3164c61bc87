#include "cli/files/disk_files.h"

#include "base/memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *terminated(struct arena *arena, struct string path)
{
	return arena_copy(arena, path).bytes;
}

bool disk_file_read(struct arena *arena, struct string path, struct string *text)
{
	FILE *file = fopen(terminated(arena, path), "rb");
	struct stat status;
	bool complete = false;
	char *bytes;
	size_t length;

	if (!file)
		return false;
	if (fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode)) {
		bytes = arena_allocate(arena, (size_t)status.st_size + 1, 1);
		length = fread(bytes, 1, (size_t)status.st_size, file);
		complete = !ferror(file);
		*text = (struct string){bytes, length};
	}
	fclose(file);
	return complete;
}

bool disk_file_exists(struct arena *arena, struct string path)
{
	struct stat status;

	return stat(terminated(arena, path), &status) == 0 && S_ISREG(status.st_mode);
}

bool disk_folder_exists(struct arena *arena, struct string path)
{
	struct stat status;

	return stat(terminated(arena, path), &status) == 0 && S_ISDIR(status.st_mode);
}

struct string disk_path_join(struct arena *arena, struct string folder, struct string name)
{
	bool separated = folder.length == 0 || string_ends_with(folder, "/");

	if (name.length > 0 && name.bytes[0] == '/')
		return name;
	return arena_format(arena, "%.*s%s%.*s", STRING_ARGUMENTS(folder), separated ? "" : "/",
		STRING_ARGUMENTS(name));
}

static struct syntax_tree *read_tree(void *context, struct string path)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = NULL;
	struct string text;
	struct stat status;

	(void)context;
	if (lstat(terminated(arena, path), &status) == 0 && S_ISREG(status.st_mode) &&
		disk_file_read(arena, path, &text))
		tree = syntax_tree_create(text);
	arena_destroy(arena);
	return tree;
}

static int compare_entries(const void *a, const void *b)
{
	return string_compare(
		((const struct file_entry *)a)->name, ((const struct file_entry *)b)->name);
}

static const struct file_entry *list_folder(
	void *context, struct string path, struct arena *arena, size_t *count)
{
	DIR *folder = opendir(terminated(arena, path));
	struct file_entry *entries = NULL;
	size_t capacity = 0;
	struct dirent *found;

	(void)context;
	*count = 0;
	if (!folder)
		return NULL;
	while ((found = readdir(folder)) != NULL) {
		struct string name = string_from(found->d_name);
		struct string full = disk_path_join(arena, path, name);
		struct stat status;

		if (string_is(name, ".") || string_is(name, "..") ||
			lstat(terminated(arena, full), &status) != 0)
			continue;
		entries = arena_reserve(arena, entries, *count, &capacity, sizeof(*entries));
		entries[(*count)++] = (struct file_entry){.name = arena_copy(arena, name),
			.is_folder = S_ISDIR(status.st_mode),
			.is_link = S_ISLNK(status.st_mode)};
	}
	closedir(folder);
	if (*count > 0)
		qsort(entries, *count, sizeof(*entries), compare_entries);
	return entries;
}

const struct files disk_files = {.context = NULL, .read = read_tree, .list = list_folder};
