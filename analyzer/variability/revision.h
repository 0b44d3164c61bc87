/* Does an edit change anything that variability depends on?
 *
 * A template is full of text that has no influence on presence: descriptions, metadata, values
 * of properties that nothing refers to. If an edit changes only such scalars, what was derived
 * from the revision before still holds. */
#ifndef ANALYZER_VARIABILITY_REVISION_H
#define ANALYZER_VARIABILITY_REVISION_H

#include "analyzer/variability/service_template.h"

/* `service_template` was made of `before` or of an earlier tree that differs inertly from it. */
bool revision_is_inert(const struct service_template *service_template,
	const struct syntax_tree *before, const struct syntax_tree *after);

#endif
