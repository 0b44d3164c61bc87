/* Inputs and outputs of workflows: TOSCA 2.0, section "Imperative Workflow definition". */
#ifndef ANALYZER_MODEL_BEHAVIOUR_WORKFLOW_PARAMETERS_H
#define ANALYZER_MODEL_BEHAVIOUR_WORKFLOW_PARAMETERS_H

#include "analyzer/model/checker/template_checker.h"

/* Their defaults, against their types. */
void workflow_check_inputs(struct template_checker *checker, struct node inputs);

/* Attribute mappings: which attributes there are, and whether they take the outputs. */
void workflow_check_outputs(struct template_checker *checker, struct node outputs);

#endif
