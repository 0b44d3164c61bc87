/* Names that speak of the same thing: what is written for `db_password` is most likely an input
 * `db_password`, and the capability of `AttachesTo` an `Attachment`.
 *
 * Compares words: `tosca.capabilities.network.Linkable` has four. Knows the names around the
 * cursor, not what they mean. */
#ifndef ANALYZER_IDE_COMPLETION_COMPLETION_AFFINITY_H
#define ANALYZER_IDE_COMPLETION_COMPLETION_AFFINITY_H

#include "analyzer/ide/completion/completion_list.h"

struct affinity;

/* With the names that authors chose around the cursor. Lives in the list's arena. */
const struct affinity *affinity_create(const struct completion_list *list);

/* How much a name has in common with those around the cursor, the nearest counting most; 0:
 * nothing. */
uint32_t affinity_of(const struct affinity *affinity, struct string name);

#endif
