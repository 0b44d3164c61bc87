/* One target of `vtosca check`: what is wrong with it, as plain data. */
#ifndef CLI_CHECK_FILE_H
#define CLI_CHECK_FILE_H

#include "analyzer/ide/publication/severities.h"
#include "cli/checking/check_targets.h"
#include "cli/files/cached_files.h"
#include "cli/report/report.h"
#include "cli/template/variant_choice.h"

/* What holds for all targets. */
struct check_request {
	const struct arguments *arguments;
	struct severity_settings severities; /* of the command line */
	struct variant_choice choice;        /* the same; not resolved */
	bool counts_all; /* a baseline counts what is there: nothing is told once for several */
};

/* All of it lives in `arena`. */
struct checked_target {
	struct arena *arena;
	struct report_file
		*files; /* more than one of an archive, none if there is nothing to check */
	size_t count, capacity;
	struct string messages; /* about the run itself */
	int code;               /* of the run itself, not of what is found */
	struct string problem;  /* why it was not checked; empty: it was */
	struct string *imports; /* files that are to be checked as well */
	size_t import_count;
	size_t silenced;                 /* findings that comments answer */
	bool has_variant, lacks_variant; /* some of it, of those asked for */
};

/* Reads --severity, and what names variants; false after saying what is wrong. */
bool check_request_read(struct check_request *request, const struct arguments *arguments);

/* What a thread has to itself. */
struct check_worker {
	struct cached_files *cache;
	FILE *messages; /* of one target after the other, in `bytes`; NULL: lost */
	char *bytes;
	size_t length;
};

void check_worker_start(struct check_worker *worker);
void check_worker_finish(struct check_worker *worker);

/* To be finished. */
void check_target(struct checked_target *checked, const struct check_request *request,
	const struct check_target *target, struct check_worker *worker);
void checked_target_finish(struct checked_target *checked);

#endif
