/* Which files something was made from, to tell later whether they are still the same.
 *
 * Reads and lists through the files it was given, and remembers what came of it, also where
 * nothing is. */
#ifndef ANALYZER_MODEL_TYPES_FILE_RECORD_H
#define ANALYZER_MODEL_TYPES_FILE_RECORD_H

#include "analyzer/model/types/files.h"

#include <stdint.h>

struct recorded_file {
	struct string path;
	struct syntax_tree *tree; /* NULL if there was none */
	const char *fault;        /* why there is none, where that was asked; or NULL */
	struct recorded_file *next;
};

struct recorded_folder {
	struct string path;
	uint64_t content; /* a hash of names and kinds of entries */
	struct recorded_folder *next;
};

/* Stays where it is as long as it is read through. */
struct file_record {
	struct files files; /* to read through, on one thread */
	const struct files *source;
	struct arena *arena;
	struct recorded_file *read;
	struct recorded_folder *listed;
};

/* `source` (NULL: no files) and `arena` are borrowed, `source` only while files are read. */
void file_record_init(struct file_record *record, const struct files *source, struct arena *arena);
void file_record_finish(struct file_record *record); /* zeroed: harmless */

/* Tells of every file and folder, whether it exists or not. */
typedef void file_visitor(void *context, struct string path);
void file_record_visit(const struct file_record *record, file_visitor *visit, void *context);

/* Whether `files` would give the same trees, reasons and folders. */
bool file_record_holds(const struct file_record *record, const struct files *files);

#endif
