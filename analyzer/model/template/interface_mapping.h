/* Operations of a substituted node that workflows of the template carry out.
 *
 * Simple Profile and TOSCA 2.0, section "Interface mapping". */
#ifndef ANALYZER_MODEL_TEMPLATE_INTERFACE_MAPPING_H
#define ANALYZER_MODEL_TEMPLATE_INTERFACE_MAPPING_H

#include "analyzer/model/functions/graph_place.h"

void interface_mappings_check(struct template_checker *checker,
	const struct graph_place *substituted, struct node interfaces);

#endif
