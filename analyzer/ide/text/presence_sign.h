/* How presence is written where there is room for one character. */
#ifndef ANALYZER_IDE_TEXT_PRESENCE_SIGN_H
#define ANALYZER_IDE_TEXT_PRESENCE_SIGN_H

#include "analyzer/variability/analysis/analysis.h"

/* "✓", "✗", "?", "⚠" */
const char *presence_sign(enum presence presence);

/* The first variant to tell of: the defaults are of interest only where there is nothing else. */
size_t presence_first_variant(const struct analysis *analysis);

/* The next one where there is room for few words: a test that just assigns what a preset does says
 * nothing besides. The count of variants if there is none. */
size_t presence_next_variant(const struct analysis *analysis, size_t variant);

#endif
