/* Node filters of TOSCA 1.x: properties and capabilities that the filtered nodes do not have, and
 * named targets that do not pass. */
#ifndef ANALYZER_MODEL_NODE_FILTER_CHECK_H
#define ANALYZER_MODEL_NODE_FILTER_CHECK_H

#include "analyzer/model/graph_place.h"

/* `node` are the nodes that are filtered: a type, or the node template that `target` names, which
 * has to pass. `is_written_here` if the names in the filter are to be checked, too. */
void node_filter_check(struct template_checker *checker, const struct graph_place *node,
	struct node filter, struct node target, bool is_written_here);

#endif
