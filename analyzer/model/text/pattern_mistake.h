/* What is wrong with a regular expression in every dialect. */
#ifndef ANALYZER_MODEL_TEXT_PATTERN_MISTAKE_H
#define ANALYZER_MODEL_TEXT_PATTERN_MISTAKE_H

#include "analyzer/text/string.h"

/* NULL if nothing is, or if dialects differ. */
const char *pattern_mistake(struct string pattern);

#endif
