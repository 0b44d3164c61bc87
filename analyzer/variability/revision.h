/* Does an edit change anything that variability depends on?
 *
 * A template is full of text that has no influence on presence: descriptions, metadata, values
 * of properties that nothing refers to. If an edit changes only such scalars, what was derived
 * from the revision before still holds. */
#ifndef ANALYZER_VARIABILITY_REVISION_H
#define ANALYZER_VARIABILITY_REVISION_H

#include "analyzer/syntax/syntax_tree.h"

/* True if nothing that variability looks at differs, and references to nodes keep their meaning. */
bool revision_is_inert(const struct syntax_tree *before, const struct syntax_tree *after);

#endif
