/* Elements and their presence in a few words, for lists that have a line for each. */
#ifndef ANALYZER_IDE_COMPLETION_ELEMENT_TEXT_H
#define ANALYZER_IDE_COMPLETION_ELEMENT_TEXT_H

#include "analyzer/variability/analysis/analysis.h"

/* The name, and what tells it from others that its container holds: `host → cluster`, `port@1` if
 * there are several, the file of an import. */
struct string element_caption(
	const struct analysis *analysis, const struct element *element, struct arena *arena);

/* Under which variants it is present: empty for all, "in no variant", "in staging, peak", "not in
 * peak", of many variants "in 14 of 20". */
struct string element_summary(
	const struct analysis *analysis, const struct element *element, struct arena *arena);

#endif
