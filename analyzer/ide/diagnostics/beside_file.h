/* Technology rules and type-specific conditions in files of their own: what they name that neither
 * the template which names them has, nor its types.
 *
 * Several templates may share such a file, so these are warnings, and of types only what is nearly
 * one that there is. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_BESIDE_FILE_H
#define ANALYZER_IDE_DIAGNOSTICS_BESIDE_FILE_H

#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/model/types/files.h"

/* `found` with what is wrong with the file at `path` besides. Lives in `arena`. */
struct ide_diagnostics beside_file_add(struct ide_diagnostics found, const struct syntax_tree *tree,
	struct string path, const struct files *files, struct arena *arena);

#endif
