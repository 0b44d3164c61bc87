/* Files as an analysis sees them: open documents as they are in the editor, all others
 * as they are on disk, each parsed once as long as it does not change; so are its types.
 *
 * The cache is shared by all threads. A view belongs to one job, answers from the
 * documents that were open when it was made, remembers what it was asked for, and looks at no
 * file on disk twice. */
#ifndef LSP_DOCUMENTS_WORKSPACE_FILES_H
#define LSP_DOCUMENTS_WORKSPACE_FILES_H

#include "analyzer/model/types/files.h"

struct document;
struct workspace_folders;
struct file_cache;
struct file_view;

/* `disk` is borrowed; it is called by several threads. */
struct file_cache *file_cache_create(const struct files *disk);
void file_cache_destroy(struct file_cache *cache);

/* Something has changed on disk, as somebody says who watches. */
void file_cache_note_change(struct file_cache *cache);

/* `documents` are the open ones. Loop's thread only; the view may go to another one. */
struct file_view *file_view_create(struct file_cache *cache, const struct document *documents);

/* From now on it reads only what lies in these folders or beside these documents, and settings of
 * projects. */
void file_view_bind(struct file_view *view, const struct workspace_folders *folders,
	const struct document *documents);
void file_view_destroy(struct file_view *view);

/* Borrowed from the view. */
const struct files *file_view_files(const struct file_view *view);

/* Whether the file certainly has this text and no other: it is not parsed, nor is its tree kept. */
bool file_view_has_text(struct file_view *view, struct string path, struct string text);

/* The first file that was missed because it lies out of bounds; empty: none was. */
struct string file_view_refused(const struct file_view *view);

/* Normalized paths of the files and folders it was asked for, whether they exist or not. */
const struct string *file_view_asked(const struct file_view *view, size_t *count);

#endif
