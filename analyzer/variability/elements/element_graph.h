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
#include "analyzer/variability/elements/mentions.h"
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

	/* By position. An edit leaves holes (NULL) where elements have gone, and adds those that
	 * come behind all others. */
	struct elements places;
	const uint32_t *order; /* in `all`, by position; NULL: it is the position */
	bool *is_written;      /* by position: there is an element, and it is not synthetic */

	struct name_table nodes; /* see element_graph_find_node */
	struct name_table groups;
	struct name_table policies; /* the first of a name; more are among its alternatives */
	struct name_table inputs;
	struct name_table outputs;
	struct name_table relationships; /* relationship templates → their numbers */
	uint32_t *relationship_users;    /* by number; each may have one */

	struct mentions mentions; /* by elements, of names of whatever kind */
	bool counts_inputs;       /* inputs are referred to by their numbers */

	/* Of an edit: what it is an edit of, the nodes that are made anew, ascending, and what
	 * else is. */
	const struct element_graph *base;
	struct elements renewed;
	struct elements followed;       /* those of them that whoever refers to is made anew, too */
	struct elements renewed_others; /* inputs, outputs, groups and policies */
	struct elements gone;           /* of the base; in its order */
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

/* The same for one node. */
void element_graph_set_technologies_of(
	struct element_graph *graph, struct element *node, struct elements technologies);

/* A node template that has changed. */
struct node_edit {
	uint32_t number; /* in the base; of one that has come, of the one that it stands in front of
			  */
	uint32_t entry;  /* in `node_templates` now */
	bool has_come;
	bool has_gone;
	bool concerns_askers; /* whoever refers to it is made anew, too */
};

/* What has changed in a template: node templates, and inputs, outputs, groups or policies of the
 * base. */
struct graph_edits {
	const struct node_edit *nodes;
	uint32_t node_count;
	const struct element *const *others;
	uint32_t other_count;
	unsigned whole;       /* kinds of others of which some may have come or gone: bits */
	bool concerns_inputs; /* those that are consumed there are made anew, too */
};

/* The elements after an edit: those of what has changed are made anew, and of whatever asks for
 * what has changed in them. `graph` holds what `element_graph_populate` wants; its elements
 * have the positions that they had in `base`, which is no edit itself, but for those that come and
 * go. Others may still refer to what stood there: see `element_now`. `more` are mentions by others.
 * False if the change reaches further than what can be made anew one by one. */
bool element_graph_edit(struct element_graph *graph, const struct element_graph *base,
	const struct mentions *more, const struct graph_edits *edits);

/* What stands where `element`, or NULL, stood before an edit: other elements go on referring to
 * that, and may ask it for no more than its kind, name and position. */
static inline struct element *element_now(
	const struct element_graph *graph, const struct element *element)
{
	return element ? graph->places.items[element->position] : NULL;
}

/* Where an element, which may be one of the base that is still there, stands in canonical order. */
static inline uint32_t element_order(
	const struct element_graph *graph, const struct element *element)
{
	return graph->order ? graph->order[element->position] : element->position;
}

/* Whether elements have come or gone: positions are in no order then. */
static inline bool element_graph_is_reordered(const struct element_graph *graph)
{
	return graph->order != NULL;
}

/* What stood in the base where an element of an edit stands; NULL if it has come. */
static inline const struct element *element_before(
	const struct element_graph *graph, const struct element *element)
{
	return element->position < graph->base->all.count
		       ? graph->base->all.items[element->position]
		       : NULL;
}

/* The node of a name, or NULL; the second notes who asks. */
struct element *element_graph_find_node(const struct element_graph *graph, struct string name);
struct element *element_graph_node(struct element_graph *graph, struct string name,
	const struct element *asker, enum mention_kind kind);

/* The first input, output, group or policy of a name, or NULL. Whoever asks for one is noted, by
 * `element_graph_node` or else by the second of these. */
struct element *element_graph_find_other(
	const struct element_graph *graph, enum element_kind kind, struct string name);
void element_graph_mention(struct element_graph *graph, struct string name,
	const struct element *asker, enum mention_kind kind);

/* Those that were read from the text, not from an edit of it: inputs, outputs, groups, policies. */
const struct name_table *element_graph_names(
	const struct element_graph *graph, enum element_kind kind);

/* The kinds of which a topology has a collection, but for node templates. Groups come in front of
 * policies, which look for them. */
enum {
	OTHER_KIND_COUNT = 4
};
extern const enum element_kind other_kinds[OTHER_KIND_COUNT];

/* Where a topology has those of such a kind. */
struct node element_collection(struct node topology, enum element_kind kind);

/* Whether an element of an edit is made anew, or one of the base is, or has gone. */
static inline bool element_is_renewed(
	const struct element_graph *graph, const struct element *element)
{
	return graph->base && (element->position >= graph->base->all.count ||
				      graph->base->all.items[element->position] !=
					      graph->places.items[element->position]);
}

/* The positions of all elements that are, in canonical order; the caller releases them. */
uint32_t *element_graph_list_renewed(const struct element_graph *graph, size_t *count);

/* Whether whoever refers to a node of an edit is made anew. */
static inline bool element_graph_renews_askers(
	const struct element_graph *graph, const struct element *node)
{
	for (uint32_t i = 0; i < graph->followed.count; i++)
		if (graph->followed.items[i] == node)
			return true;
	return false;
}

/* What a property consumes. */
void element_graph_connect_property(struct element_graph *graph, struct element *property);

/* What an output is produced by. */
void element_graph_connect_output(struct element_graph *graph, struct element *output);

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
