/* Node filters: properties and capabilities that the filtered nodes do not have, and named targets
 * that do not pass. */
#ifndef ANALYZER_MODEL_REQUIREMENTS_NODE_FILTER_CHECK_H
#define ANALYZER_MODEL_REQUIREMENTS_NODE_FILTER_CHECK_H

#include "analyzer/model/functions/graph_place.h"

/* TOSCA 1.x. `node` are the nodes that are filtered: a type, or the node template that `target`
 * names, which has to pass. `is_written_here` if the names in the filter are to be checked, too. */
void node_filter_check(struct template_checker *checker, const struct graph_place *node,
	struct node filter, struct node target, bool is_written_here);

/* TOSCA 2.0, section "Node filter definition". `node` is the template that `target` names, and
 * `capability` which of its capabilities, by name or by type, the relationship leads to; empty if
 * that is not known. What cannot be decided passes. */
void node_filter_check_target(struct template_checker *checker, const struct graph_place *node,
	struct string capability, struct node filter, struct node target);

/* Section "Substitution mapping": a filter for nodes of a type, `node`, that none of them passes,
 * for what the type fixes. */
void node_filter_check_substituted(
	struct template_checker *checker, const struct graph_place *node, struct node filter);

#endif
