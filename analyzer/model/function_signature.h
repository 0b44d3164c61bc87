/* Calls of functions that files define: TOSCA 2.0, section "Function definitions". */
#ifndef ANALYZER_MODEL_FUNCTION_SIGNATURE_H
#define ANALYZER_MODEL_FUNCTION_SIGNATURE_H

#include "analyzer/model/template_checker.h"

/* Whether some signature takes the arguments. A function without definition is one that the
 * orchestrator knows. `key` is where it is called. */
void function_signature_check(struct template_checker *checker, struct node key, struct string name,
	struct node arguments);

/* The type of the result, if all signatures have the same; empty otherwise. */
struct value_schema function_signature_result(struct template_checker *checker, struct string name);

#endif
