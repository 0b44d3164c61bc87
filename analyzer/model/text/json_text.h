/* JSON as the text of a value (RFC 8259; Simple Profile, section "tosca.datatypes.json"). */
#ifndef ANALYZER_MODEL_TEXT_JSON_TEXT_H
#define ANALYZER_MODEL_TEXT_JSON_TEXT_H

#include "analyzer/text/string.h"

bool json_text_is_valid(struct string text);

#endif
