/* Steps, preconditions and outputs of workflows of TOSCA 1.x: what their targets allow.
 *
 * Simple Profile, sections "Workflow step definition", "Workflow precondition definition" and
 * "Imperative Workflow definition". */
#ifndef ANALYZER_MODEL_STEP_CHECK_H
#define ANALYZER_MODEL_STEP_CHECK_H

#include "analyzer/model/template_checker.h"

/* A step or a precondition: whether its target has relationships, and where operations run. */
void step_check_target(struct template_checker *checker, struct node step);

/* "outputs: <map of attribute mappings>" */
void workflow_outputs_check(struct template_checker *checker, struct node outputs);

#endif
