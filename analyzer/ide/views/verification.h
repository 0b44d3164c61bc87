/* Whether what was kept from one revision to the next says what making everything anew says.
 *
 * For tests: an edit costs far more than the whole document. */
#ifndef ANALYZER_IDE_VIEWS_VERIFICATION_H
#define ANALYZER_IDE_VIEWS_VERIFICATION_H

#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/variability/analysis/analysis.h"

/* Parses the text anew and makes everything of it: presence, problems, explanations, resolved
 * templates, diagnostics, symbols, tokens. `kept` has what was kept, `made` how its analysis was
 * made. The first difference, in `arena`; empty if there is none, or if it was cancelled. */
struct string verification_difference(const struct diagnostics_request *kept,
	const struct analysis_request *made, struct arena *arena);

#endif
