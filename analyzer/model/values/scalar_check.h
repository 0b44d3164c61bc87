/* Types derived from `scalar`, and their values: <number> <unit> (TOSCA 2.0, section "scalar"). */
#ifndef ANALYZER_MODEL_VALUES_SCALAR_CHECK_H
#define ANALYZER_MODEL_VALUES_SCALAR_CHECK_H

#include "analyzer/model/values/value_check.h"

void scalar_check_type(struct value_checker *checker, const struct type *type);

/* `name` is for messages. */
void scalar_check_value(struct value_checker *checker, const struct type *type, struct node key,
	struct node value, struct string name);

#endif
