/* How long work is given up.
 *
 * Whoever does not need a result any more raises a flag; work that may take long looks at it now
 * and then. */
#ifndef BASE_INTERRUPTION_H
#define BASE_INTERRUPTION_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Has `flag` been raised? NULL: never. Where jobs take turns on one thread (lsp/system), the others
 * have theirs meanwhile: so it is asked between the steps of long work, with no lock held. */
bool interrupted(const atomic_bool *flag);

/* The same for work that nobody gives up: only the others have their turn. */
static inline void interruption_point(void)
{
	(void)interrupted(NULL);
}

#endif
