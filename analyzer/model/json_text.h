/* JSON as the text of a value: whether it is any, and whether it is what a JSON schema asks for
 * (Simple Profile, sections "tosca.datatypes.json" and "schema" of the constraint clauses).
 *
 * Of schemas, types, required properties, properties and items are understood; what else a schema
 * says leaves it open whether the text passes. */
#ifndef ANALYZER_MODEL_JSON_TEXT_H
#define ANALYZER_MODEL_JSON_TEXT_H

#include "analyzer/model/verdict.h"
#include "analyzer/text/string.h"

bool json_text_is_valid(struct string text);

/* Unknown as well if either is no JSON. */
enum verdict json_text_passes(struct string text, struct string schema);

#endif
