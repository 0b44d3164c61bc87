/* Changes that are offered only where they keep what every assignment of the inputs comes to. */
#ifndef ANALYZER_IDE_ACTIONS_PROOF_H
#define ANALYZER_IDE_ACTIONS_PROOF_H

#include "analyzer/ide/actions/offer.h"

/* Are all results the same after the edits? They are made in a copy, of which every assignment is
 * resolved; `removed` says which elements are taken out, in their order, and must never be present
 * (NULL: none). False also where there are too many assignments to say so. */
bool proof_of(struct offer *offer, const struct edits *edits, const bool *removed);

#endif
