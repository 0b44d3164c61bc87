/* The imports of a file: what is written, and which files are meant.
 *
 * A file is found beside the importer, at the root of the archive that holds it, in a
 * repository on disk, or by the name of its profile. Nothing is fetched. (Simple Profile
 * 1.3, section 3.6.8; TOSCA 2.0, sections "Import definition" and "Profiles") */
#ifndef ANALYZER_MODEL_TYPES_IMPORTS_H
#define ANALYZER_MODEL_TYPES_IMPORTS_H

#include "analyzer/model/types/files.h"

struct import {
	struct node node;     /* the item of the list */
	struct string name;   /* "types.yaml", a URL, the name of a profile */
	struct string prefix; /* before the names from there, with its colon; empty: none */
	struct string path;   /* of the file, normalized; empty: it is not on this disk */
};

struct import_list {
	const struct import *items;
	size_t count;
};

/* The imports of the file at `path`, in order; those that name nothing are left out. */
struct import_list imports_of(const struct syntax_tree *tree, struct string path,
	const struct files *files, struct arena *arena);

/* What an item of `imports` names, in any notation: a file, URL or profile; absent if nothing. */
struct node import_file(struct node import);

/* Where the TOSCA.meta of an archive may be, seen from its root. */
enum {
	META_FILE_PLACES = 2
};
extern const char *const meta_file_places[META_FILE_PLACES];

/* One folder up; false at the top. Relative paths lead above the folder they start from. */
bool imports_climb(struct string *folder, struct arena *arena);

/* The file that `name` means where it is written, in the file at `path`: beside that, or where
 * paths that begin with a slash begin, at the root of the archive. Empty for URLs. */
struct string imports_path(
	struct string name, struct string path, const struct files *files, struct arena *arena);

/* Whether some file beside the one at `path`, or above, may say that names mean files at other
 * places. If none does, those without a slash in front mean files beside it. */
bool imports_may_be_moved(struct string path, const struct files *files, struct arena *arena);

#endif
