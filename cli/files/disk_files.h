/* Files on disk, as the analyzer asks for them. */
#ifndef CLI_DISK_FILES_H
#define CLI_DISK_FILES_H

#include "analyzer/model/types/files.h"
#include "analyzer/text/arena.h"

/* Reads whatever file `path` leads to into `arena`; false if that is impossible. */
bool disk_file_read(struct arena *arena, struct string path, struct string *text);

bool disk_file_exists(struct arena *arena, struct string path);
bool disk_folder_exists(struct arena *arena, struct string path);

/* "a" and "b" give "a/b". */
struct string disk_path_join(struct arena *arena, struct string folder, struct string name);

/* Regular files and folders; needs no context. Links do not count as files. */
extern const struct files disk_files;

#endif
