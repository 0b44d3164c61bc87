/* Files on disk, as the analyzer asks for them. */
#ifndef CLI_DISK_FILES_H
#define CLI_DISK_FILES_H

#include "analyzer/model/types/files.h"
#include "analyzer/text/arena.h"

/* Larger files are not read: no template is, and a device or a file with holes never ends. */
#define DISK_FILE_LARGEST (64 << 20) /* bytes */

/* Reads whatever file `path` leads to into `arena`; false if that is impossible. */
bool disk_file_read(struct arena *arena, struct string path, struct string *text);

/* Why it cannot be read: "does not exist" and the like. */
const char *disk_file_fault(struct string path);

bool disk_file_exists(struct arena *arena, struct string path);
bool disk_folder_exists(struct arena *arena, struct string path);

/* The folder as the system knows it, without links; as it is if there is none. */
struct string disk_folder_absolute(struct arena *arena, struct string folder);

/* With the folder so. */
struct string disk_file_absolute(struct arena *arena, struct string path);

/* "a" and "b" give "a/b". */
struct string disk_path_join(struct arena *arena, struct string folder, struct string name);

/* Regular files and folders, also where symbolic links lead to them; needs no context. Listings
 * tell links apart, so that whoever walks through folders is not led in circles. */
extern const struct files disk_files;

#endif
