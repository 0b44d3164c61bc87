/* Files that artifacts and implementations name: whether they are there.
 *
 * A file is looked for beside the one that names it and in the folders above, as far as the root of
 * an archive or project can be. Where nothing of what a template names exists, it was copied
 * without its files: one line says so. (Simple Profile 1.3, sections "Artifact definition" and
 * "Operation implementation definition"; TOSCA 2.0, the sections of the same names) */
#ifndef ANALYZER_MODEL_TEMPLATE_NAMED_FILES_H
#define ANALYZER_MODEL_TEMPLATE_NAMED_FILES_H

#include "analyzer/model/report/diagnostic.h"
#include "analyzer/model/types/files.h"

/* `names` are nodes of the file at `path`, each noted by NOTE_FILE. Lives in the arena of
 * `diagnostics`. */
void named_files_check(const struct node *names, size_t count, struct string path,
	const struct files *files, struct diagnostics *diagnostics);

#endif
