#include "cli/files/file_log.h"

#include "cli/files/disk_files.h"

#include <string.h>

void file_log_add(struct file_log *log, struct string path)
{
	struct logged_file file = {0};

	if (name_table_find(&log->paths, path))
		return;
	file.path = arena_copy(log->arena, path);
	name_table_add(&log->paths, log->arena, file.path, log);
	if (stat(file.path.bytes, &file.status) != 0)
		file.status = (struct stat){0};
	log->items = arena_reserve(
		log->arena, log->items, log->count, &log->capacity, sizeof(*log->items));
	log->items[log->count++] = file;
}

void file_log_add_operand(struct file_log *log, const char *word)
{
	file_log_add(log, strcmp(word, "-") == 0 ? STRING("/dev/stdin") : string_from(word));
}

static struct syntax_tree *read_logged(void *context, struct string path)
{
	file_log_add(context, path);
	return disk_files.read(disk_files.context, path);
}

static const struct file_entry *list_logged(
	void *context, struct string path, struct arena *arena, size_t *count)
{
	file_log_add(context, path);
	return disk_files.list(disk_files.context, path, arena, count);
}

struct file_log *file_log_create(struct arena *arena)
{
	struct file_log *log = arena_allocate(arena, 1, sizeof(*log));

	log->arena = arena;
	log->files = (struct files){.context = log,
		.read = read_logged,
		.list = list_logged,
		.fault = disk_files.fault,
		.mention = disk_files.mention};
	return log;
}

const struct logged_file *file_log_find(const struct file_log *log, const struct stat *status)
{
	for (size_t i = 0; i < log->count; i++) {
		const struct stat *known = &log->items[i].status;

		if (known->st_ino == status->st_ino && known->st_dev == status->st_dev &&
			known->st_ino != 0)
			return &log->items[i];
	}
	return NULL;
}
