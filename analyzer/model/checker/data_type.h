/* Data types, defined or primitive, and whether a value of one can stand for one of another. */
#ifndef ANALYZER_MODEL_CHECKER_DATA_TYPE_H
#define ANALYZER_MODEL_CHECKER_DATA_TYPE_H

#include "analyzer/model/checker/template_checker.h"

/* The type that a schema names; false if it is unknown, or none is named. */
bool data_type_of(
	struct template_checker *checker, struct value_schema schema, struct data_type *found);

/* False only if no value of the one is a value of the other. In TOSCA 1.x, any scalar is taken
 * for text. */
bool data_types_fit(enum definitions_version version, const struct data_type *actual,
	const struct data_type *expected);

struct string data_type_name(const struct data_type *type);

#endif
