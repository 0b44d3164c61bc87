#define _XOPEN_SOURCE 700 /* for realpath */
#include "lsp/system/file_status.h"

#include "analyzer/text/path.h"
#include "lsp/system/event_loop.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_status(struct string path, struct file_status *status)
{
	struct stat found;

	event_loop_await_file(path);
	if (stat(path.bytes, &found) != 0)
		return false;
	*status = (struct file_status){(uint64_t)found.st_size, found.st_mtim};
	return true;
}

bool file_exists(struct string path)
{
	struct file_status status;

	return file_status(path, &status);
}

static struct string resolved(struct string path, struct arena *arena)
{
	char *real = realpath(path.bytes, NULL);
	struct string copy = real ? arena_copy(arena, string_from(real)) : STRING("");

	free(real);
	return copy;
}

struct string file_real_path(struct string path, struct arena *arena)
{
	enum {
		MOST_LINKS = 8 /* that lead to no file, one after the other */
	};
	char target[PATH_MAX];

	for (unsigned i = 0; i < MOST_LINKS; i++) {
		struct string real = resolved(arena_copy(arena, path), arena);
		struct string folder = resolved(arena_copy(arena, path_folder(path)), arena);
		ssize_t length;

		if (real.length || !folder.length)
			return real.length ? real : path;
		path = path_join(arena, folder, path_name(path));
		length = readlink(path.bytes, target, sizeof(target));
		if (length < 0)
			return path;
		path = path_join(arena, target[0] == '/' ? STRING("/") : folder,
			(struct string){target, (size_t)length});
	}
	return path;
}
