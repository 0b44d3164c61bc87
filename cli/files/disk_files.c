#define _DEFAULT_SOURCE /* for the types in folders */
#include "cli/files/disk_files.h"

#include "analyzer/text/path.h"
#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *terminated(struct arena *arena, struct string path)
{
	return arena_copy(arena, path).bytes;
}

/* Not waiting for anybody to write into a FIFO. -1 if it cannot be opened. */
static int open_file(struct string path, struct arena *arena, struct stat *status)
{
	int file = open(terminated(arena, path), O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (file >= 0 && fstat(file, status) == 0)
		return file;
	if (file >= 0)
		close(file);
	return -1;
}

/* What keeps a file from being read; NULL: nothing. */
static const char *fault_of(int file, const struct stat *status)
{
	if (file < 0)
		return errno == ENOENT || errno == ENOTDIR ? "does not exist" : "cannot be read";
	if (S_ISDIR(status->st_mode))
		return "is a folder";
	if (!S_ISREG(status->st_mode))
		return "is no regular file";
	return status->st_size > DISK_FILE_LARGEST ? "is larger than 64 MiB" : NULL;
}

bool disk_file_read(struct arena *arena, struct string path, struct string *text)
{
	struct stat status;
	int file = open_file(path, arena, &status);
	bool complete = !fault_of(file, &status);
	size_t length = 0;

	if (complete) {
		char *bytes = arena_allocate(arena, (size_t)status.st_size + 1, 1);
		ssize_t count = 1;

		while (count > 0 && length < (size_t)status.st_size) {
			count = read(file, bytes + length, (size_t)status.st_size - length);
			length += count > 0 ? (size_t)count : 0;
		}
		complete = count >= 0;
		*text = (struct string){bytes, length};
	}
	if (file >= 0)
		close(file);
	return complete;
}

const char *disk_file_fault(struct string path)
{
	struct arena *arena = arena_create();
	struct stat status;
	int file = open_file(path, arena, &status);
	const char *fault = fault_of(file, &status);

	if (file >= 0)
		close(file);
	arena_destroy(arena);
	return fault ? fault : "cannot be read";
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

struct string disk_folder_absolute(struct arena *arena, struct string folder)
{
	char *absolute = realpath(folder.length > 0 ? terminated(arena, folder) : ".", NULL);
	struct string found = absolute ? arena_copy(arena, string_from(absolute)) : folder;

	free(absolute);
	return found;
}

struct string disk_file_absolute(struct arena *arena, struct string path)
{
	return disk_path_join(
		arena, disk_folder_absolute(arena, path_folder(path)), path_name(path));
}

struct string disk_path_join(struct arena *arena, struct string folder, struct string name)
{
	bool separated = folder.length == 0 || string_ends_with(folder, "/");

	if (name.length > 0 && name.bytes[0] == '/')
		return name;
	return arena_join(arena, folder, separated ? "" : "/", name);
}

static struct syntax_tree *read_tree(void *context, struct string path)
{
	struct arena *arena = arena_create();
	struct syntax_tree *tree = NULL;
	struct string text;

	(void)context;
	if (disk_file_read(arena, path, &text))
		tree = syntax_tree_of_file(text);
	arena_destroy(arena);
	return tree;
}

static const char *tell_fault(void *context, struct string path)
{
	(void)context;
	return disk_file_fault(path);
}

static bool mentions(void *context, struct string path, struct string text)
{
	struct arena *arena = arena_create();
	struct string bytes;
	bool found = false;

	(void)context;
	if (disk_file_read(arena, path, &bytes))
		found = string_contains(bytes, text);
	arena_destroy(arena);
	return found;
}

static int compare_entries(const void *a, const void *b)
{
	return string_compare(
		((const struct file_entry *)a)->name, ((const struct file_entry *)b)->name);
}

/* Most file systems know it without looking at the file itself. */
static bool type_of(
	const struct dirent *found, struct string folder, struct arena *arena, mode_t *type)
{
	struct stat status;

	if (found->d_type != DT_UNKNOWN) {
		*type = DTTOIF(found->d_type);
		return true;
	}
	if (lstat(disk_path_join(arena, folder, string_from(found->d_name)).bytes, &status) != 0)
		return false;
	*type = status.st_mode;
	return true;
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
		mode_t type;

		if (string_is(name, ".") || string_is(name, "..") ||
			!type_of(found, path, arena, &type))
			continue;
		entries = arena_reserve(arena, entries, *count, &capacity, sizeof(*entries));
		entries[(*count)++] = (struct file_entry){.name = arena_copy(arena, name),
			.is_folder = S_ISDIR(type),
			.is_link = S_ISLNK(type)};
	}
	closedir(folder);
	if (*count > 0)
		qsort(entries, *count, sizeof(*entries), compare_entries);
	return entries;
}

const struct files disk_files = {
	.read = read_tree,
	.list = list_folder,
	.fault = tell_fault,
	.mention = mentions,
};
