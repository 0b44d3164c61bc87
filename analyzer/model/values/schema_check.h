/* Schemas of entries and keys: which values have any, and what their constraints are about
 * (Simple Profile 1.3 and TOSCA 2.0, section "Schema definition"). */
#ifndef ANALYZER_MODEL_VALUES_SCHEMA_CHECK_H
#define ANALYZER_MODEL_VALUES_SCHEMA_CHECK_H

#include "analyzer/model/values/value_check.h"

/* The schemas that are written in the definition itself, however deep. */
void schema_check(struct value_checker *checker, struct value_schema schema);

/* The same for those of a data type. */
void schema_check_type(struct value_checker *checker, const struct type *type);

#endif
