/* Moments as text. */
#ifndef ANALYZER_MODEL_TEXT_TIMESTAMP_TEXT_H
#define ANALYZER_MODEL_TEXT_TIMESTAMP_TEXT_H

#include "analyzer/text/string.h"

/* As RFC 3339 writes them, or a date alone (TOSCA 2.0, section "TOSCA timestamp type"; the OASIS
 * suite has a date alone). */
bool timestamp_text_is_valid(struct string text);

/* As YAML 1.1 writes them, which is more lenient (Simple Profile, section "Referenced YAML
 * Types"). */
bool timestamp_text_is_yaml(struct string text);

/* Which comes first, in whatever zones; without one, UTC is meant. False if one is no timestamp of
 * YAML, which those of RFC 3339 are. */
bool timestamp_text_order(struct string a, struct string b, int *order);

#endif
