/* The file vtosca.yaml at the top of a project: what all who work on it have agreed on, in editors
 * and in continuous integration. Its keys are the rows of settings.def that are of a RESOURCE or
 * the PROJECT. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_PROJECT_SETTINGS_H
#define ANALYZER_IDE_DIAGNOSTICS_PROJECT_SETTINGS_H

#include "analyzer/ide/publication/severities.h"
#include "analyzer/language/diagnostics/setting_rows.h"
#include "analyzer/model/report/diagnostic.h"
#include "analyzer/variability/analysis/analysis.h"

struct project_settings {
	struct string path; /* of the file; empty: there is none */
	struct severity_settings severities;
	struct analysis_settings analysis; /* variants, and the active one */
	bool fades_nothing;                /* `activeVariant` is the empty text */
	enum ide_severity fail_on;         /* 0: never; IDE_ERROR where nothing is said */
	const struct string *exclude;
	size_t exclude_count;
	struct string baseline; /* path as written; empty: none */
	struct value all;       /* everything that is said, as a map */
};

/* The settings of the project that the file `path` is in: those of the nearest vtosca.yaml in its
 * folder or above. They live in `arena` and borrow nothing. */
struct project_settings project_settings_of(
	struct string path, const struct files *files, struct arena *arena);

/* All that is wrong with the file, as an editor shows it. */
struct ide_diagnostics project_settings_diagnostics(
	const struct syntax_tree *tree, struct arena *arena);

/* Whether the file is one with such settings. */
bool project_settings_are_at(struct string path);

#endif
