/* "Did you mean …?" for an import that leads nowhere: a file or profile with nearly its name. */
#ifndef ANALYZER_MODEL_TYPES_IMPORT_MEANT_H
#define ANALYZER_MODEL_TYPES_IMPORT_MEANT_H

#include "analyzer/model/types/imports.h"

/* What to write instead of the name, in `arena`; empty if nothing near it exists. `path` is that of
 * the file with the import. Looks into the folders that the name leads through. */
struct string import_meant(const struct import *import, struct string path,
	const struct files *files, struct arena *arena);

/* Where the folder that the name begins with is fetched from, as `dependencies` in a config.yaml
 * beside the importing file says; empty if it does not. */
struct string import_source(const struct import *import, struct string path,
	const struct files *files, struct arena *arena);

/* Whether the file is there when seen from a folder above: the file with the import was copied from
 * there, as those are that variability tests expect. */
bool import_is_above(const struct import *import, struct string path, const struct files *files,
	struct arena *arena);

#endif
