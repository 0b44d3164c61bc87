/* What `vtosca check` found in one file, and the three ways to write it down. */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/syntax/tree/syntax_tree.h"
#include "cli/print/json_writer.h"

struct report_file {
	struct string path;
	const struct syntax_tree *tree; /* turns byte offsets into lines */
	struct arena *arena;
	struct ide_diagnostics diagnostics;
};

/* Each writes all files to standard output. Lines and columns count from 1, columns in
 * characters; only in JSON they are as editors count, from 0 and in UTF-16. */
void report_print_text(const struct report_file *files, size_t count);
void report_print_json(const struct report_file *files, size_t count);
void report_print_sarif(const struct report_file *files, size_t count);

/* "error", "warning", "information", "hint" */
const char *report_severity_name(enum ide_severity severity);

/* What is said beside a diagnostic, as an array; `print_members` writes those of one object. */
void report_print_related(struct json_writer *json, const char *key, const struct report_file *file,
	const struct ide_diagnostic *diagnostic,
	void (*print_members)(struct json_writer *json, const struct report_file *file,
		const struct ide_related *related));

size_t report_count(const struct report_file *files, size_t count, enum ide_severity severity);

#endif
