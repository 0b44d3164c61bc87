/* Names of functions that the language does not have: TOSCA 2.0, section "Function definitions". */
#ifndef ANALYZER_MODEL_FUNCTIONS_FUNCTION_NAME_H
#define ANALYZER_MODEL_FUNCTIONS_FUNCTION_NAME_H

#include "analyzer/model/functions/function_call.h"

/* "Service designers can use custom functions without defining associated function signatures": an
 * unknown name is a mistake if it is that of a constraint of TOSCA 1.x, stands in a validation
 * clause, or has a namespace that does not bring it; and most probably if it is nearly the name of
 * another function. */
void function_name_check(struct template_checker *checker, const struct function_call *call);

#endif
