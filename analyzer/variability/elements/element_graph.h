/* The elements of a service template, and how they are connected.
 *
 * Reading the template and normalising its short notations happen in one go
 * (Variability4TOSCA, section "Variability-Resolved Service Template", step "populate"):
 * there is no normalised copy of the template. */
#ifndef ANALYZER_VARIABILITY_ELEMENTS_ELEMENT_GRAPH_H
#define ANALYZER_VARIABILITY_ELEMENTS_ELEMENT_GRAPH_H

#include "analyzer/text/name_table.h"
#include "analyzer/variability/elements/element.h"
#include "analyzer/variability/elements/keywords.h"
#include "analyzer/variability/elements/options.h"
#include "analyzer/variability/types/problem.h"
#include "analyzer/variability/types/type_library.h"

struct element_graph {
	struct arena *arena;
	struct problems *problems;
	const struct options *options;
	struct node root;
	struct node topology;
	struct node variability;
	const struct type_library *types;
	bool needs_technologies; /* of every node that does not say otherwise */

	struct elements all; /* in canonical order */
	struct elements kinds[ELEMENT_KIND_COUNT];

	struct name_table nodes;
	struct name_table groups;
	struct name_table policies; /* the first of a name; more are among its alternatives */
	struct name_table inputs;
	struct name_table outputs;
};

/* Reads the topology. `graph` holds its arena, problems, options, nodes of the template and types,
 * and whether technologies are needed; the rest is filled in. Technologies are those modelled. */
void element_graph_populate(struct element_graph *graph);

/* Replaces the technologies of all nodes and numbers all elements in canonical order.
 * `technologies[n]` are those of the n-th node, without `position`, `index` and alternatives. */
void element_graph_set_technologies(
	struct element_graph *graph, const struct elements *technologies);

/* Fills in what properties consume and outputs produce (sections "Consuming", "Producing"). */
void element_graph_connect(struct element_graph *graph);

/* Is the requirement name one of a hosting relation? */
bool is_hosting_name(struct string name);

/* Is it one of the two types whose groups hand their conditions to their members? */
bool is_variability_group_type(struct string name);

/* One entry of a map, or of a list of maps with a single entry each. */
struct named_entry {
	struct node key;
	struct node value;
};
uint32_t named_count(struct node collection);
struct named_entry named_entry(struct node collection, uint32_t position);

/* The element that is the first of its name among `elements`, and whether it is the only one. */
struct element *elements_find(struct elements elements, struct string name, bool *is_only);

#endif
