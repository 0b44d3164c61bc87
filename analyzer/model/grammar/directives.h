/* What the directives of a node template ask of the orchestrator. */
#ifndef ANALYZER_MODEL_GRAMMAR_DIRECTIVES_H
#define ANALYZER_MODEL_GRAMMAR_DIRECTIVES_H

#include "analyzer/syntax/tree/node.h"

/* Whether an existing node is taken instead of a new one; a misspelt directive counts as what it is
 * near, and is told where it stands. */
bool directives_select(struct node directives);

/* Whether a node filter beside the directives, which may be absent or unreadable, has an effect. */
bool directives_use_filter(struct node directives);

#endif
