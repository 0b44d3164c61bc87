/* The places and words that are told beside a finding about all assignments, as its reasons. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_REASONS_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_REASONS_H

#include "analyzer/variability/space/space_parts.h"

/* Why the element, which no assignment makes present, is absent: where its own conditions hold, and
 * where they do not, as far as there are such variants. What hangs on values of inputs is told as
 * what is so under a variant. */
void space_relate_explanations(const struct space *space, struct diagnostics *diagnostics,
	struct diagnostic *diagnostic, const struct element *element);

/* What contradicts what. */
void space_relate_conflict(const struct space *space, struct diagnostics *diagnostics,
	struct diagnostic *diagnostic, const struct space_failure *failure);

/* Where the inputs are declared that do not have their defaults. */
void space_relate_inputs(const struct space *space, struct diagnostics *diagnostics,
	struct diagnostic *diagnostic, space_assignment assignment);

#endif
