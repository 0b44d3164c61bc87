/* Calls of functions that files define: TOSCA 2.0, section "Function definitions". */
#ifndef ANALYZER_MODEL_FUNCTIONS_FUNCTION_SIGNATURE_H
#define ANALYZER_MODEL_FUNCTIONS_FUNCTION_SIGNATURE_H

#include "analyzer/model/functions/function_call.h"

/* Whether some signature takes the arguments of `call`, which is written at the checker's place. A
 * function without definition is one that the orchestrator knows. */
void function_signature_check(struct template_checker *checker, const struct function_call *call);

/* The type of the result: that of the first signature that takes the arguments. Empty if it is not
 * known. */
struct value_schema function_signature_result(struct template_checker *checker,
	const struct graph_place *place, const struct function_call *call);

#endif
