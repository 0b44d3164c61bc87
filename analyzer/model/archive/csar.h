/* Cloud service archives (CSAR), as folders of files: which definitions they hold.
 *
 * What packs and unpacks them is up to the caller's files. Reads TOSCA.meta and says what is
 * wrong with it. (Simple Profile 1.3, chapter 6; TOSCA 2.0, "TOSCA Cloud Service Archive
 * (CSAR) format") */
#ifndef ANALYZER_MODEL_ARCHIVE_CSAR_H
#define ANALYZER_MODEL_ARCHIVE_CSAR_H

#include "analyzer/model/report/diagnostic.h"
#include "analyzer/model/types/files.h"

struct csar {
	/* TOSCA.meta, or zeroed if there is none; to be released. */
	struct string meta_path;
	struct syntax_tree *meta;
	struct diagnostics diagnostics; /* about it, at bytes of its text */
	/* Paths of the entry definitions and the other definitions that exist, then of all files
	 * that they import, as far as the archive holds them. */
	const struct string *definitions;
	size_t definition_count;
	/* What is wrong with an archive that has no TOSCA.meta to say it; else empty. */
	struct string problem;
};

/* The archive whose root is the folder `root`. Lives in `arena` but for the tree. */
struct csar csar_read(struct string root, const struct files *files, struct arena *arena);
void csar_finish(struct csar *csar);

/* The root of the archive that a TOSCA.meta at `path` describes; false if its name is another one.
 */
bool csar_root_of_meta(struct string path, struct arena *arena, struct string *root);

/* The file from which paths in the file at `path` go out: it itself, or of a TOSCA.meta, one at the
 * root of its archive. */
struct string csar_base(struct string path, struct arena *arena);

/* Whether there is a TOSCA.meta at one of its two places. */
bool csar_has_meta(struct string root, const struct files *files);

#endif
