/* Values from texts that are no part of a template: command line, environment,
 * FeatureIDE configurations. What is returned is copied into the arena. */
#ifndef ANALYZER_VARIABILITY_VALUES_VALUE_READER_H
#define ANALYZER_VARIABILITY_VALUES_VALUE_READER_H

#include "analyzer/variability/values/value.h"

/* A deep copy that no longer refers to a tree. */
struct value value_detach(struct arena *arena, struct value value);

/* The value of a JSON text; the text itself if it is none. */
struct value value_from_json_or_text(struct arena *arena, struct string text);

/* The value of a YAML text, of an empty one the empty string. `error`, empty otherwise, is what is
 * wrong with it. */
struct value value_from_yaml(struct arena *arena, struct string text, struct string *error);

#endif
