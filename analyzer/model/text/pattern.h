/* Regular expressions of constraints and validation clauses.
 *
 * The texts name no dialect, so what XSD, ECMAScript, Python and POSIX have in common is
 * understood and nothing else is decided: classes (\d, \w, \s), groups, alternatives,
 * repetitions, anchors, for ASCII. */
#ifndef ANALYZER_MODEL_TEXT_PATTERN_H
#define ANALYZER_MODEL_TEXT_PATTERN_H

#include "analyzer/model/report/diagnostic.h"
#include "analyzer/model/report/verdict.h"
#include "analyzer/text/string.h"

/* Tells of a pattern that is too large to decide anything. */
void pattern_report_size(struct diagnostics *diagnostics, struct node pattern);

/* Patterns that were compiled, each once. */
struct pattern_cache;
struct pattern_cache *pattern_cache_create(void);
void pattern_cache_destroy(struct pattern_cache *cache); /* NULL is harmless */

/* Whether `pattern` matches somewhere in `text`, or the whole of it. */
enum verdict pattern_search(struct pattern_cache *cache, struct string pattern, struct string text);
enum verdict pattern_match(struct pattern_cache *cache, struct string pattern, struct string text);

#endif
