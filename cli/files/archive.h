/* Files in a zip archive, as the analyzer asks for them.
 *
 * Below the archive's own path: "shop.csar/definitions/shop.yaml". Nothing is unpacked on
 * disk, and only what is asked for is unpacked at all. */
#ifndef CLI_ARCHIVE_H
#define CLI_ARCHIVE_H

#include "analyzer/model/types/files.h"

struct archive;

/* Whether the file looks like a zip archive. */
bool archive_is_one(const char *path);

/* NULL after storing why it cannot be read, in `arena`. An archive with a file that would lie
 * outside of it is not read at all. */
struct archive *archive_open(const char *path, struct arena *arena, struct string *problem);
void archive_close(struct archive *archive); /* NULL is harmless */

/* Borrowed. */
const struct files *archive_files(const struct archive *archive);

/* The first file that was asked for but is too large or damaged, and why; empty if none was. */
struct string archive_problem(const struct archive *archive);

#endif
