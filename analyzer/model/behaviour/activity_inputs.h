/* Inputs that activities hand to operations and workflows. */
#ifndef ANALYZER_MODEL_BEHAVIOUR_ACTIVITY_INPUTS_H
#define ANALYZER_MODEL_BEHAVIOUR_ACTIVITY_INPUTS_H

#include "analyzer/model/functions/operation.h"

/* What an operation of the target is handed; `name` is where it is named. */
void activity_check_operation_inputs(struct template_checker *checker,
	const struct graph_place *target, struct string interface, struct string operation,
	struct node name, struct node inputs);

/* What a workflow of this template is handed; `name` is where it is named. */
void activity_check_workflow_inputs(struct template_checker *checker, struct node_entry workflow,
	struct node name, struct node inputs);

#endif
