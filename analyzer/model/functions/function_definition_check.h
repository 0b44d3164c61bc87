/* Functions as files and service templates define them: TOSCA 2.0, section "Function definitions".
 */
#ifndef ANALYZER_MODEL_FUNCTIONS_FUNCTION_DEFINITION_CHECK_H
#define ANALYZER_MODEL_FUNCTIONS_FUNCTION_DEFINITION_CHECK_H

#include "analyzer/model/checker/template_checker.h"

/* The schemas of all signatures, names that are given twice, and what a service template changes of
 * a function of its file. */
void function_definitions_check(struct template_checker *checker);

#endif
