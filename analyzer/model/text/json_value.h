/* Values of JSON, read as YAML. */
#ifndef ANALYZER_MODEL_TEXT_JSON_VALUE_H
#define ANALYZER_MODEL_TEXT_JSON_VALUE_H

#include "analyzer/model/report/verdict.h"
#include "analyzer/syntax/tree/node.h"

bool json_value_is_string(struct node value);

/* NaN if it is none. */
double json_value_number(struct node value);

/* "object", "array", "string", "number", "integer", "boolean", "null"; unknown for other names. */
enum verdict json_value_is_of_type(struct node value, struct string type);

bool json_value_equal(struct node a, struct node b);

#endif
