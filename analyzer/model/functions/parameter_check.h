/* Inputs and outputs of a template. */
#ifndef ANALYZER_MODEL_FUNCTIONS_PARAMETER_CHECK_H
#define ANALYZER_MODEL_FUNCTIONS_PARAMETER_CHECK_H

#include "analyzer/model/checker/template_checker.h"

/* An input or output of the template: its type, its schemas, and the values that it gives. */
void parameter_check(struct template_checker *checker, struct node_entry parameter);

#endif
