/* Matching scenarios of technology rules against nodes: component, operations, artifact and the
 * stack of hosts below (Variability4TOSCA, section "Technology Rules").
 *
 * Presence plays no part: what a match rests on becomes part of a condition instead. */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_TECHNOLOGY_MATCHING_H
#define ANALYZER_VARIABILITY_CONDITIONS_TECHNOLOGY_MATCHING_H

#include "analyzer/variability/elements/element_graph.h"
#include "analyzer/variability/types/technology_rules.h"

struct scenario_matches {
	struct elements *items; /* each: the elements the match rests on */
	uint32_t count;
	unsigned distance;   /* from the type of the node up to the component */
	struct string error; /* why there is no answer; empty if there is one */
};

struct scenario_matches scenario_match(const struct element_graph *graph,
	const struct technology_scenario *scenario, const struct element *node,
	struct arena *arena);

/* The only type of an element. Otherwise `*error` says `… has more than one type`. */
struct string element_only_type(
	const struct element *element, struct arena *arena, struct string *error);

#endif
