/* Steps and preconditions of workflows: what their targets allow.
 *
 * TOSCA 2.0 and Simple Profile, sections "Workflow step definition" and "Workflow precondition
 * definition". */
#ifndef ANALYZER_MODEL_BEHAVIOUR_STEP_CHECK_H
#define ANALYZER_MODEL_BEHAVIOUR_STEP_CHECK_H

#include "analyzer/model/checker/template_checker.h"

/* A step or a precondition: whether its target has relationships, and, in TOSCA 1.x, where
 * operations run. */
void step_check_target(struct template_checker *checker, struct node step);

#endif
