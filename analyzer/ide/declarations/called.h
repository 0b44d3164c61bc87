/* Whose operations an activity calls, and whose attributes a condition asks for. */
#ifndef ANALYZER_IDE_DECLARATIONS_CALLED_H
#define ANALYZER_IDE_DECLARATIONS_CALLED_H

#include "analyzer/syntax/tree/syntax_tree.h"

/* The name of the target of the workflow step around `inside`, of the node of the event filter, or
 * of the first target of the policy; of a group, of its first member. In a policy type it is the
 * name of a type. Absent if there is none. `tree` declares the groups. */
struct node called_target(const struct syntax_tree *tree, struct node inside);

/* The event filter of the trigger around `inside`. Absent if there is none. */
struct node event_filter_around(struct node inside);

#endif
