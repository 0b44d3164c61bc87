/* Workflows: whether operations are called with the inputs that they need. */
#ifndef ANALYZER_MODEL_WORKFLOW_CHECK_H
#define ANALYZER_MODEL_WORKFLOW_CHECK_H

#include "analyzer/model/diagnostic.h"
#include "analyzer/model/types.h"

/* TOSCA 2.0, section "Call operation activity definition". `template` is the service template. */
void workflow_check_calls(
	const struct types *types, struct node template, struct diagnostics *diagnostics);

#endif
