/* Any bytes as an archive: what is in it is listed and read within the limits, or it is refused. */
#include "cli/files/archive.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
	MOST_FILES = 64,
	DEEPEST = 8
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_all(
	const struct files *files, struct string path, int depth, int *left, struct arena *arena)
{
	size_t count;
	const struct file_entry *entries = files_list(files, path, arena, &count);

	for (size_t i = 0; i < count && depth < DEEPEST && (*left)-- > 0; i++) {
		struct string name = arena_format(arena, "%.*s/%.*s", STRING_ARGUMENTS(path),
			STRING_ARGUMENTS(entries[i].name));

		if (entries[i].is_folder)
			read_all(files, name, depth + 1, left, arena);
		else
			syntax_tree_release(files_read(files, name));
		files_fault(files, name);
		files_mention(files, name, STRING("tosca"));
	}
}

/* A name that leads out of it finds nothing. */
static void read_outside(const struct files *files, struct string path, struct arena *arena)
{
	struct syntax_tree *tree = files_read(
		files, arena_format(arena, "%.*s/../../etc/passwd", STRING_ARGUMENTS(path)));

	if (tree) {
		fprintf(stderr, "a file outside was read\n");
		abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char name[] = "/tmp/vtosca-archive-XXXXXX";
	int file = mkstemp(name);
	struct arena *arena = arena_create();
	struct string problem;
	struct archive *archive = NULL;
	int left = MOST_FILES;

	if (file < 0 || write(file, data, size) != (ssize_t)size)
		abort();
	close(file);
	archive_is_one(name);
	archive = archive_open(name, arena, &problem);
	if (archive) {
		read_all(archive_files(archive), string_from(name), 0, &left, arena);
		read_outside(archive_files(archive), string_from(name), arena);
		archive_problem(archive);
	} else if (!problem.length) {
		fprintf(stderr, "it is refused, and nothing says why\n");
		abort();
	}
	archive_close(archive);
	unlink(name);
	arena_destroy(arena);
	return 0;
}
