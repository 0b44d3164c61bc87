/* What folders hold, listed again only where that may have changed.
 *
 * A keystroke asks for the folders around a document, of which some hold very many files. A
 * folder's time of change tells whether entries have come or gone, if it lies back long enough that
 * a change would have got another one; where a system keeps no such time, a few seconds are
 * believed. */
#ifndef LSP_FOLDER_CACHE_H
#define LSP_FOLDER_CACHE_H

#include "analyzer/model/types/files.h"

struct folder_cache;

/* Borrows `disk`. To be destroyed. */
struct folder_cache *folder_cache_create(const struct files *disk);
void folder_cache_destroy(struct folder_cache *cache);

/* Something has changed, as somebody says who watches. */
void folder_cache_forget(struct folder_cache *cache);

/* As `files_list`, on any thread. `path` ends with a NUL. */
const struct file_entry *folder_cache_list(
	struct folder_cache *cache, struct string path, struct arena *arena, size_t *count);

#endif
