/* What a call of a function results in, as far as that is known before deployment. */
#ifndef ANALYZER_MODEL_FUNCTIONS_FUNCTION_RESULT_H
#define ANALYZER_MODEL_FUNCTIONS_FUNCTION_RESULT_H

#include "analyzer/model/checker/data_type.h"
#include "analyzer/model/functions/function_call.h"

/* A data type with the schemas of entries and keys; these are empty if they are not known. */
struct function_result {
	struct data_type type;
	struct value_schema entries;
	struct value_schema keys;
};

/* What `call`, written at `place`, gives; false if that is not known. */
bool function_result_of(struct template_checker *checker, const struct graph_place *place,
	const struct function_call *call, struct function_result *result);

/* Whether the result of the call `value`, written at the checker's place, fits `schema`; `name`
 * is for messages. For the check of values. */
void function_result_check(struct template_checker *checker, struct value_schema schema,
	struct node value, struct string name);

/* The same for a value that has to be of a primitive type, and may be no call. */
void function_result_check_primitive(struct template_checker *checker,
	const struct graph_place *place, enum primitive_type wanted, struct node value,
	const char *name);

#endif
