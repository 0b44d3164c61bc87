/* Where a diagnostic is, which may be in a file that the template only leads to. */
#ifndef CLI_REPORT_PLACE_H
#define CLI_REPORT_PLACE_H

#include "cli/report/report.h"

struct report_place {
	struct string path;
	const struct syntax_tree *tree; /* tells lines */
	struct syntax_tree *read;       /* what was read for it, or NULL */
	struct range range;
};

struct report_place report_place_of(
	const struct report_file *file, const struct ide_diagnostic *diagnostic);
struct report_place report_place_of_related(
	const struct report_file *file, const struct ide_related *related);
void report_place_release(struct report_place *place);

/* What is said beside a diagnostic. Of a mistake elsewhere, the template comes first. */
struct ide_related report_related(const struct ide_diagnostic *diagnostic, size_t position);

#endif
