/* Whether there is a file, and whether it is the same as before. */
#ifndef LSP_SYSTEM_FILE_STATUS_H
#define LSP_SYSTEM_FILE_STATUS_H

#include "analyzer/text/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct file_status {
	uint64_t size;           /* bytes */
	struct timespec changed; /* its content, last */
};

/* False if there is neither file nor folder. `path` ends with a NUL. */
bool file_status(struct string path, struct file_status *status);

bool file_exists(struct string path);

/* Where it is, or would be, when links are followed; `path` if that cannot be told. */
struct string file_real_path(struct string path, struct arena *arena);

#endif
