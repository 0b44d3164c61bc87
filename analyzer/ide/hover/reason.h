/* Why an element is present or absent, in one line.
 *
 * The analysis explains with a tree of steps; a cell of a table has room for its ends: what in the
 * end decides the element's conditions, and which other elements are on the way. */
#ifndef ANALYZER_IDE_HOVER_REASON_H
#define ANALYZER_IDE_HOVER_REASON_H

#include "analyzer/text/arena.h"
#include "analyzer/variability/analysis/analysis.h"

/* A table of the variants: presence of `element` and the reason. Variants for which it is the same
 * share a row. */
struct markdown;
void reason_table(
	struct markdown *markdown, const struct analysis *analysis, const struct element *element);

#endif
