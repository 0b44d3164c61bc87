/* Values of primitive types as they are written. */
#ifndef ANALYZER_MODEL_VALUES_PRIMITIVE_VALUE_H
#define ANALYZER_MODEL_VALUES_PRIMITIVE_VALUE_H

#include "analyzer/language/grammar/primitive_types.h"
#include "analyzer/syntax/tree/node.h"

/* NULL if the value is one of the type, otherwise what it should be; for scalar units, a list of
 * them. */
const char *primitive_value_mismatch(
	enum definitions_version version, enum primitive_type type, struct node value);

#endif
