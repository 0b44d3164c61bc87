/* What is told of counts and allocations, kept from text to text.
 *
 * It is made of the whole template, under every variant. Most edits change nothing that it is made
 * of: then it stays. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_COUNT_FACTS_H
#define ANALYZER_IDE_DIAGNOSTICS_COUNT_FACTS_H

#include "analyzer/model/report/diagnostic.h"
#include "analyzer/variability/analysis/analysis.h"

struct count_facts;

/* `previous` are those of an earlier tree, or NULL. Keeps the analysis. */
struct count_facts *count_facts_create(
	const struct analysis *analysis, const struct count_facts *previous);
void count_facts_destroy(struct count_facts *facts); /* NULL is harmless */

/* About the tree of the analysis. Live as long as the facts. */
const struct diagnostics *count_facts_diagnostics(const struct count_facts *facts);

/* Whether these are the ones that were made before. */
bool count_facts_are_the_same(const struct count_facts *facts, const struct count_facts *previous);

#endif
