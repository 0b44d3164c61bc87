/* A service template that a command line names: a file, a pipe, standard input, a folder with
 * one, or an archive (packed, a folder with a TOSCA.meta, or its TOSCA.meta). */
#ifndef CLI_TEMPLATE_SOURCE_H
#define CLI_TEMPLATE_SOURCE_H

#include "analyzer/model/types/files.h"
#include "cli/arguments/arguments.h"
#include "cli/files/file_log.h"

struct archive;

struct template_source {
	struct string path;        /* of the template; of standard input, what --stdin-name says */
	const struct files *files; /* beside it */
	struct syntax_tree *tree;
	struct archive *archive; /* NULL: not packed */
	struct file_log *log;    /* of the files on disk that were read */
};

/* False after saying why there is no template. Borrows from the arguments and lives in their
 * arena. */
bool template_source_open(
	struct template_source *source, const struct arguments *arguments, const char *path);
void template_source_close(struct template_source *source);

#endif
