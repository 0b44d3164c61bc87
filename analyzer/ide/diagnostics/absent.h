/* Elements that are absent under a variant, as places in the text.
 *
 * One for each outermost absent element: what an absent node contains is absent, too. Kept
 * from one analysis to the next: as long as the presence of elements is the same, an edit
 * pays for those in the sections it touches; as long as the elements are the same, each is
 * worded once. Immutable: made on one thread, read by many. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_ABSENT_H
#define ANALYZER_IDE_DIAGNOSTICS_ABSENT_H

#include "analyzer/text/position.h"
#include "analyzer/text/string.h"
#include "analyzer/variability/analysis/analysis.h"

struct absent_elements;

/* `previous` is of any earlier analysis of the document, or NULL; one thread at a time goes on from
 * it. */
struct absent_elements *absent_elements_create(
	const struct analysis *analysis, size_t variant, const struct absent_elements *previous);
void absent_elements_destroy(struct absent_elements *absent); /* NULL is harmless */

/* The same elements, with the same words. */
bool absent_elements_are_the_same(
	const struct absent_elements *absent, const struct absent_elements *previous);

/* In the order of the text. */
size_t absent_elements_count(const struct absent_elements *absent);
struct range absent_elements_range(const struct absent_elements *absent, size_t position);
struct string absent_elements_message(const struct absent_elements *absent, size_t position);

/* How many begin before `offset`. */
size_t absent_elements_before(const struct absent_elements *absent, uint32_t offset);

#endif
