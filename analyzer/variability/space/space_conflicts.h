/* What contradicts what, where nothing can be resolved: resolving says "Could not solve" of all
 * such assignments, and the reasons tell them apart. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_CONFLICTS_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_CONFLICTS_H

#include "analyzer/variability/space/space_parts.h"

/* Divides failures without solution by their reasons: one for each of those of the states that are
 * nearest to the base, and one without a reason for all states that have another one. False if it
 * was cancelled. */
bool space_conflicts_find(struct space *space, const atomic_bool *cancelled);

#endif
