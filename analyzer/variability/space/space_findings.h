/* What a space says about a template, as diagnostics: what is never present, what fails for some
 * inputs, which conditions decide nothing, what nobody reads. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_FINDINGS_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_FINDINGS_H

#include "analyzer/model/report/diagnostic.h"
#include "analyzer/variability/space/space.h"

/* Adds to `diagnostics`, which may refer to the space. */
void space_findings(const struct space *space, struct diagnostics *diagnostics);

/* Conditions that presets and tests do not take both ways. */
void space_findings_untested(const struct analysis *analysis, struct diagnostics *diagnostics);

#endif
