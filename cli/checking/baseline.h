/* Findings that were there before and are to be left out: a file that `vtosca check` writes and
 * reads. It knows a finding by its file, code and message, not by its line, so that it stays known
 * while the text around it changes. */
#ifndef CLI_BASELINE_H
#define CLI_BASELINE_H

#include "cli/arguments/arguments.h"
#include "cli/report/report.h"

struct baseline {
	const struct arguments *arguments;
	struct string path;   /* of the file; empty: there is none */
	struct string folder; /* absolute; paths in it begin there */
	struct baseline_entry *entries;
	size_t count;
	size_t left_out; /* findings so far */
};

/* The file that --baseline or the setting `baseline` of the project names. False after saying why
 * it cannot be read; with --update-baseline it need not exist. */
bool baseline_read(struct baseline *baseline, const struct arguments *arguments);

/* The file without findings that are in the baseline. */
struct report_file baseline_apply(struct baseline *baseline, struct report_file file);

/* Writes all findings of the report; false after saying why not. */
bool baseline_write(const struct baseline *baseline, const struct report *report);

#endif
