/* Steps of workflows and actions of triggers: the names in them, and whether their targets have
 * the operations that are called. */
#ifndef ANALYZER_MODEL_BEHAVIOUR_ACTIVITY_CHECK_H
#define ANALYZER_MODEL_BEHAVIOUR_ACTIVITY_CHECK_H

#include "analyzer/model/functions/operation.h"

void workflow_check_steps(struct template_checker *checker, struct node workflow);
void triggers_check(struct template_checker *checker, struct node_entry policy);
void triggers_check_type(struct template_checker *checker, const struct type *policy);

#endif
