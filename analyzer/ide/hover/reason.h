/* Why an element is present or absent, in one line.
 *
 * The analysis explains with a tree of steps; a cell of a table has room for one
 * chain of it: from the element's own condition down to a value of an input. */
#ifndef ANALYZER_IDE_HOVER_REASON_H
#define ANALYZER_IDE_HOVER_REASON_H

#include "analyzer/text/arena.h"
#include "analyzer/variability/analysis/analysis.h"

/* Empty if there is nothing to say: it has no conditions. */
struct string reason_line(const struct analysis *analysis, size_t variant,
	const struct element *element, struct arena *arena);

/* A table of the variants: presence of `element` and the reason. */
struct markdown;
void reason_table(
	struct markdown *markdown, const struct analysis *analysis, const struct element *element);

#endif
