/* Which files were read, so that none of them is written over and changes can be watched. */
#ifndef CLI_FILE_LOG_H
#define CLI_FILE_LOG_H

#include "analyzer/model/types/files.h"
#include "analyzer/text/name_table.h"

#include <sys/stat.h>

struct logged_file {
	struct string path;
	struct stat status; /* when it was read first; zeroed: there was none */
};

struct file_log {
	struct arena *arena;
	struct files files; /* those on disk, logging what is read and listed */
	struct logged_file *items;
	size_t count, capacity;
	struct name_table paths; /* of all of them */
};

/* Lives in `arena`. */
struct file_log *file_log_create(struct arena *arena);

void file_log_add(struct file_log *log, struct string path);

/* A file as a command line names it: "-" is what standard input comes from. */
void file_log_add_operand(struct file_log *log, const char *word);

/* The file with this device and inode, by the path it was read by; NULL if it was not read. */
const struct logged_file *file_log_find(const struct file_log *log, const struct stat *status);

#endif
