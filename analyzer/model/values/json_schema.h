/* Texts in JSON against schemas in JSON Schema (Simple Profile, section "schema" of the constraint
 * clauses).
 *
 * The drafts agree on most keywords, and those are understood; keywords that are not, references
 * to other documents, and patterns that are not decided leave it open whether a text passes. */
#ifndef ANALYZER_MODEL_VALUES_JSON_SCHEMA_H
#define ANALYZER_MODEL_VALUES_JSON_SCHEMA_H

#include "analyzer/model/text/pattern.h"
#include "analyzer/text/arena.h"

/* Unknown as well if either is no JSON. */
enum verdict json_schema_verdict(
	struct string schema, struct string text, struct pattern_cache *patterns);

/* Whether that is unknown because it takes too long. */
bool json_schema_gives_up(struct string schema, struct string text, struct pattern_cache *patterns);

/* Of a text that fails, the first keyword that it violates and where: `"minimum" at /size`. */
struct string json_schema_failure(struct string schema, struct string text,
	struct pattern_cache *patterns, struct arena *arena);

#endif
