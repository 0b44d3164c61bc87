/* Timestamps as RFC 3339 writes them, or dates alone (TOSCA 2.0, section "TOSCA timestamp type";
 * the OASIS suite has a date alone). */
#ifndef ANALYZER_MODEL_TIMESTAMP_TEXT_H
#define ANALYZER_MODEL_TIMESTAMP_TEXT_H

#include "analyzer/text/string.h"

bool timestamp_text_is_valid(struct string text);

#endif
