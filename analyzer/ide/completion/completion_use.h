/* What the author writes most at places like the one of the cursor: the likely comes before the
 * alphabetical.
 *
 * Looks at a piece of the document around the cursor, the nearer the more it counts, and nowhere
 * else. Knows the grammar's places, not what may be written there. */
#ifndef ANALYZER_IDE_COMPLETION_COMPLETION_USE_H
#define ANALYZER_IDE_COMPLETION_COMPLETION_USE_H

#include "analyzer/ide/completion/completion_list.h"

/* The piece of the document. */
struct range completion_surroundings(const struct completion_list *list);

/* Puts the items in the order in which they are most likely meant; what is equally likely stays in
 * its order. */
void completion_sort_by_use(struct completion_list *list);

#endif
