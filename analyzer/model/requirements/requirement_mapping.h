/* Requirements of nodes that a substituting template takes from the substituted node (TOSCA 2.0,
 * section "Requirement mapping"). */
#ifndef ANALYZER_MODEL_REQUIREMENTS_REQUIREMENT_MAPPING_H
#define ANALYZER_MODEL_REQUIREMENTS_REQUIREMENT_MAPPING_H

#include "analyzer/syntax/tree/node.h"

/* Whether `requirement` of the node template is mapped; `mappings` are the "requirements" of the
 * substitution mapping. Others add relationships then. */
bool requirement_is_mapped(
	struct node mappings, struct string node_template, struct string requirement);

#endif
