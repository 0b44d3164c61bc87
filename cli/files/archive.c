#include "cli/files/archive.h"

#include "analyzer/text/path.h"
#include "base/memory.h"

#include <minizip/unzip.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	LONGEST_NAME = 4096,
	MOST_FILES = 100000,
	MOST_BYTES = 64 << 20,      /* of one file */
	MOST_BYTES_ALL = 256 << 20, /* of all that is read: an archive may be a bomb */
	LINK = 0xA000,              /* of Unix file modes, as zip keeps them */
};

struct packed_file {
	struct string path; /* from the root of the archive */
	unz64_file_pos place;
	uint64_t size;
	bool is_counted; /* among the bytes that were read */
};

struct archive {
	struct arena *arena;
	struct string root; /* the path of the archive, normalized */
	struct files files;
	unzFile zip;
	struct packed_file *items;
	size_t count, capacity;
	uint64_t read; /* bytes so far */
	struct string problem;
};

bool archive_is_one(const char *path)
{
	static const char magic[] = {'P', 'K', 3, 4};
	char start[sizeof(magic)];
	FILE *file = fopen(path, "rb");
	bool is_one = file && fread(start, 1, sizeof(start), file) == sizeof(start) &&
		      memcmp(start, magic, sizeof(magic)) == 0;

	if (file)
		fclose(file);
	return is_one;
}

/* ---- the list of files ---- */

static bool leads_outside(struct string name)
{
	struct arena *arena = arena_create();
	struct string normal = path_normalize(name, arena);
	bool is_outside = name.length == 0 || name.bytes[0] == '/' ||
			  memchr(name.bytes, '\\', name.length) || string_is(normal, "..") ||
			  string_starts_with(normal, "../");

	arena_destroy(arena);
	return is_outside;
}

static struct string add_file(struct archive *archive)
{
	unz_file_info64 info;
	char bytes[LONGEST_NAME + 1];
	struct string name;
	struct packed_file *file;

	if (unzGetCurrentFileInfo64(archive->zip, &info, bytes, sizeof(bytes), NULL, 0, NULL, 0) !=
			UNZ_OK ||
		info.size_filename > LONGEST_NAME)
		return STRING("has a broken list of files");
	name = (struct string){bytes, info.size_filename};
	if (leads_outside(name))
		return arena_format(archive->arena, "has a file outside of itself, \"%.*s\"",
			STRING_ARGUMENTS(name));
	if (string_ends_with(name, "/") || (info.external_fa >> 16 & 0xF000) == LINK)
		return (struct string){0};
	archive->items = arena_reserve(archive->arena, archive->items, archive->count,
		&archive->capacity, sizeof(*archive->items));
	file = &archive->items[archive->count++];
	file->path = path_normalize(arena_copy(archive->arena, name), archive->arena);
	file->size = info.uncompressed_size;
	unzGetFilePos64(archive->zip, &file->place);
	return (struct string){0};
}

/* Empty, or why the archive is not read. */
static struct string list_files(struct archive *archive)
{
	struct string problem = {0};
	int state = unzGoToFirstFile(archive->zip);

	for (; state == UNZ_OK && !problem.length; state = unzGoToNextFile(archive->zip))
		problem = archive->count < MOST_FILES ? add_file(archive)
						      : STRING("has too many files");
	return problem;
}

/* ---- reading ---- */

static struct packed_file *find(const struct archive *archive, struct string path)
{
	size_t root = archive->root.length;

	if (path.length <= root + 1 || path.bytes[root] != '/' ||
		!string_equal(string_slice(path, 0, root), archive->root))
		return NULL;
	path = string_slice(path, root + 1, path.length);
	for (size_t i = 0; i < archive->count; i++)
		if (string_equal(archive->items[i].path, path))
			return &archive->items[i];
	return NULL;
}

/* Reads no more than the size that was promised. */
static bool unpack(struct archive *archive, const struct packed_file *file, char *bytes)
{
	uint64_t length = 0;
	int read = 0;
	bool is_whole;

	if (unzGoToFilePos64(archive->zip, &file->place) != UNZ_OK ||
		unzOpenCurrentFile(archive->zip) != UNZ_OK)
		return false;
	do {
		length += (uint64_t)read;
		read = unzReadCurrentFile(
			archive->zip, bytes + length, (unsigned)(file->size + 1 - length));
	} while (read > 0 && length + (uint64_t)read <= file->size);
	is_whole = read == 0 && length == file->size;
	return unzCloseCurrentFile(archive->zip) == UNZ_OK && is_whole;
}

static void note_problem(
	struct archive *archive, const struct packed_file *file, const char *problem)
{
	if (!archive->problem.length)
		archive->problem = arena_format(
			archive->arena, "\"%.*s\" %s", STRING_ARGUMENTS(file->path), problem);
}

/* Counts the file, but once only: it is let go of and may be read again. */
static bool is_too_large(struct archive *archive, struct packed_file *file)
{
	uint64_t more = file->is_counted ? 0 : file->size;

	if (file->size > MOST_BYTES || archive->read + more > MOST_BYTES_ALL)
		return true;
	archive->read += more;
	file->is_counted = true;
	return false;
}

static struct syntax_tree *read_packed(void *context, struct string path)
{
	struct archive *archive = context;
	struct arena *arena = arena_create();
	struct packed_file *file = find(archive, path_normalize(path, arena));
	struct syntax_tree *tree = NULL;

	if (!file) {
		/* There is no such file. */
	} else if (is_too_large(archive, file)) {
		note_problem(archive, file, "is too large to be unpacked");
	} else {
		char *bytes = arena_allocate(arena, file->size + 1, 1);

		if (unpack(archive, file, bytes))
			tree = syntax_tree_of_file((struct string){bytes, file->size});
		else
			note_problem(archive, file, "is damaged or encrypted");
	}
	arena_destroy(arena);
	return tree;
}

static int compare_entries(const void *a, const void *b)
{
	return string_compare(
		((const struct file_entry *)a)->name, ((const struct file_entry *)b)->name);
}

static bool has_entry(const struct file_entry *entries, size_t count, struct string name)
{
	for (size_t i = 0; i < count; i++)
		if (string_equal(entries[i].name, name))
			return true;
	return false;
}

static const struct file_entry *list_packed(
	void *context, struct string path, struct arena *arena, size_t *count)
{
	struct archive *archive = context;
	struct string folder = path_join(arena, path_normalize(path, arena), STRING("."));
	struct file_entry *entries = NULL;
	size_t capacity = 0;

	*count = 0;
	for (size_t i = 0; i < archive->count; i++) {
		struct string full = path_join(arena, archive->root, archive->items[i].path);
		const char *slash;
		struct string name;

		if (full.length <= folder.length + 1 || full.bytes[folder.length] != '/' ||
			!string_equal(string_slice(full, 0, folder.length), folder))
			continue;
		name = string_slice(full, folder.length + 1, full.length);
		slash = memchr(name.bytes, '/', name.length);
		if (slash)
			name.length = (size_t)(slash - name.bytes);
		if (has_entry(entries, *count, name))
			continue;
		entries = arena_reserve(arena, entries, *count, &capacity, sizeof(*entries));
		entries[(*count)++] = (struct file_entry){.name = name, .is_folder = slash != NULL};
	}
	if (*count > 0)
		qsort(entries, *count, sizeof(*entries), compare_entries);
	return entries;
}

/* ---- opening ---- */

struct archive *archive_open(const char *path, struct arena *arena, struct string *problem)
{
	struct archive *archive = memory_allocate(1, sizeof(*archive));

	archive->arena = arena_create();
	archive->root = path_normalize(string_from(path), archive->arena);
	archive->files =
		(struct files){.context = archive, .read = read_packed, .list = list_packed};
	archive->zip = unzOpen64(path);
	*problem = archive->zip ? list_files(archive) : STRING("is no zip archive, or damaged");
	if (problem->length == 0)
		return archive;
	*problem = arena_copy(arena, *problem);
	archive_close(archive);
	return NULL;
}

void archive_close(struct archive *archive)
{
	if (!archive)
		return;
	if (archive->zip)
		unzClose(archive->zip);
	arena_destroy(archive->arena);
	memory_release(archive);
}

const struct files *archive_files(const struct archive *archive)
{
	return &archive->files;
}

struct string archive_problem(const struct archive *archive)
{
	return archive->problem;
}
