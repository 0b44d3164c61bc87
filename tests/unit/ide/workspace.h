/* A template and the files that it may import, in memory: what renaming works on. */
#ifndef TESTS_UNIT_IDE_WORKSPACE_H
#define TESTS_UNIT_IDE_WORKSPACE_H

#include "analyzer/ide/names/rename.h"
#include "tests/unit/ide/fixture.h"

struct workspace {
	struct arena *arena;
	struct files files;
	struct string *texts;
	struct known_file *items; /* the template first */
	size_t count, capacity;
};

/* The template with `text` at `path`, and those files of `folder` whose names begin with
 * `prefix`. Everything lives in `arena`, but for trees and types. */
struct workspace *workspace_open(struct arena *arena, struct string path, struct string text,
	struct string folder, const char *prefix);
/* A fixture and those beside it that it may import. */
struct workspace *workspace_of(const struct fixture *fixture);

void workspace_close(struct workspace *workspace);

struct known_files workspace_files(struct workspace *workspace);

/* The same files after the edits. */
struct workspace *workspace_rename(struct workspace *before, const struct rename *rename);

#endif
