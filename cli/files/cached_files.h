/* Files on disk that are read again and again, such as types that every template imports: kept as
 * trees while they are not too many. For one thread. */
#ifndef CLI_CACHED_FILES_H
#define CLI_CACHED_FILES_H

#include "analyzer/model/types/files.h"

struct cached_files;

struct cached_files *cached_files_create(void);
void cached_files_destroy(struct cached_files *cache); /* NULL is harmless */

/* With a store of types. Good until the next call. */
const struct files *cached_files_get(struct cached_files *cache);

#endif
