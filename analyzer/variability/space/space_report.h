/* A space with what it says as diagnostics, kept from revision to revision.
 *
 * It holds for every analysis that shares the findings of the one it was made of: an edit where
 * nothing looks leaves it as it is. Immutable once made; lives as long as it is retained. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_REPORT_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_REPORT_H

#include "analyzer/model/report/diagnostic.h"
#include "analyzer/variability/space/space.h"

struct space_report;

/* NULL if it was cancelled. The answers are as in space.h. */
struct space_report *space_report_create(const struct analysis *analysis,
	const struct solved_parts *answers, const atomic_bool *cancelled);

/* What a text is compared with. */
enum space_since {
	SINCE_SAVED, /* the file as it is saved */
	SINCE_BASE,  /* what the client named, such as the last commit */
	SINCE_COUNT
};

/* Compares with an earlier text, for all assignments; `name` says which one, in words. False if it
 * was cancelled. Before anyone else has the report. */
bool space_report_compare(struct space_report *report, enum space_since since, struct string name,
	const struct analysis *before, const atomic_bool *cancelled);

struct space_report *space_report_retain(const struct space_report *report);
void space_report_release(struct space_report *report); /* NULL is harmless */

/* Does it hold for the analysis? Of NULL: no. */
bool space_report_holds(const struct space_report *report, const struct analysis *analysis);

const struct space *space_report_space(const struct space_report *report);
const struct diagnostics *space_report_diagnostics(const struct space_report *report);

/* What has changed since then: never nothing. NULL if nothing has, or if it was not compared. */
struct space_changed {
	struct string since; /* `saved`, `HEAD` */
	double count;        /* assignments under which something differs */
	struct space_number assignments;
	bool is_exact;       /* or else: at least so many */
	struct value inputs; /* one of them, complete */
	struct string text;  /* those of them that are other than where nothing fails, in words */
};
const struct space_changed *space_report_changed(
	const struct space_report *report, enum space_since since);

#endif
