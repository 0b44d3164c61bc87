/* Whether what was kept from one revision to the next says what making everything anew says.
 *
 * For tests: an edit costs far more than the whole document. */
#ifndef ANALYZER_IDE_VIEWS_VERIFICATION_H
#define ANALYZER_IDE_VIEWS_VERIFICATION_H

#include "analyzer/ide/diagnostics/diagnostics.h"
#include "analyzer/ide/views/document_views.h"
#include "analyzer/variability/analysis/analysis.h"

/* What was kept from earlier texts, for the text as it is. */
struct verification {
	struct diagnostics_request diagnostics;
	const struct document_views *views, *views_before; /* NULL: none */
	enum position_encoding encoding;                   /* of the views */
};

/* Parses the text anew and makes everything of it: presence, problems, explanations, resolved
 * templates, diagnostics, symbols, tokens, links, lenses. `made` tells how the analysis that was
 * kept was made. The first difference, in `arena`; empty if there is none, or if it was
 * cancelled. */
struct string verification_difference(
	const struct verification *kept, const struct analysis_request *made, struct arena *arena);

#endif
