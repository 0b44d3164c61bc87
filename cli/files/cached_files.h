/* Files on disk that are read again and again, such as types that every template imports: kept as
 * trees while they are not too many, as is what has been looked for in vain, and what folders hold.
 * It is taken that they stay as they are. For one thread. */
#ifndef CLI_CACHED_FILES_H
#define CLI_CACHED_FILES_H

#include "analyzer/model/types/files.h"

struct cached_files;

struct cached_files *cached_files_create(void);
void cached_files_destroy(struct cached_files *cache); /* NULL is harmless */

/* With a store of types. Good until the next call. */
const struct files *cached_files_get(struct cached_files *cache);

/* As `disk_file_absolute` says it. */
struct string cached_files_absolute(
	struct cached_files *cache, struct string path, struct arena *arena);

/* The tree of a file that was read just now: the one that is kept if it is of the same text; else
 * `text` is parsed, and kept. To be released. */
struct syntax_tree *cached_files_take(
	struct cached_files *cache, struct string path, struct string text);

#endif
