/* Enrichment with technologies: which nodes must be managed, and which technologies the rules
 * assign to them (Variability4TOSCA, section "Technologies"). */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_TECHNOLOGY_ENRICHMENT_H
#define ANALYZER_VARIABILITY_CONDITIONS_TECHNOLOGY_ENRICHMENT_H

#include "analyzer/variability/elements/element_graph.h"
#include "analyzer/variability/types/technology_rules.h"

/* Does a deployment technology have to manage the node? If that cannot be told, it is a problem of
 * `phase`, and false. Without `problems` (NULL) nothing is changed: any thread may ask. */
bool node_is_managed(const struct element_graph *graph, const struct element *node,
	enum phase phase, struct problems *problems);

/* Adds technologies to the managed nodes of the graph and replaces those that rules implement.
 * Where no rule matches, that is a mistake only if the rules are complete: nobody else assigns any.
 */
void technology_enrich(
	struct element_graph *graph, const struct technology_rules *rules, bool is_complete);

/* The same for the nodes that an edit has made anew, where there are no rules. */
void technology_enrich_renewed(
	struct element_graph *graph, const struct technology_rules *rules, bool is_complete);

#endif
