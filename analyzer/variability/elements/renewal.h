/* What an edit makes anew of a graph: what its parts share. Internal to graph_edit.c and
 * renewal*.c. */
#ifndef ANALYZER_VARIABILITY_ELEMENTS_RENEWAL_H
#define ANALYZER_VARIABILITY_ELEMENTS_RENEWAL_H

#include "analyzer/variability/elements/population.h"

enum {
	MOST_RENEWED = 24, /* to make more of them anew, one by one, does not pay */
	MOST_COME = 1024
};

/* A node template that is made anew. */
struct renewed {
	struct node_edit edit;
	struct element *made;                            /* NULL: it has gone */
	struct element_vector kinds[ELEMENT_KIND_COUNT]; /* it, and what belongs to it */
};

/* A group, policy or output that is: it stays where it stands. */
struct renewed_other {
	const struct element *before;
	struct element *made;
};

struct renewal {
	struct element_graph *graph;
	const struct element_graph *base;
	const struct mentions *more;
	struct node collection;
	struct renewed nodes[MOST_RENEWED];
	uint32_t count;
	struct renewed_other others[MOST_RENEWED];
	uint32_t other_count;
	const struct element **gone;
	size_t gone_count;
	size_t gone_capacity;
	uint32_t come_count;
	bool renews_inputs; /* all that are consumed by what is made anew */
	bool reaches_further;
};

static inline const struct element *renewal_base_node(
	const struct renewal *renewal, uint32_t number)
{
	return renewal->base->kinds[ELEMENT_NODE].items[number];
}

/* What stood where it stands; or NULL. */
static inline const struct element *renewal_node_before(
	const struct renewal *renewal, const struct renewed *renewed)
{
	return renewed->edit.has_come ? NULL : renewal_base_node(renewal, renewed->edit.number);
}

/* What an element consists of, list by list. */
uint32_t renewal_list_parts(const struct element *element, struct elements parts[5]);

/* Where none has come or gone, all stand where they stood. */
void renewal_set_order(struct renewal *renewal);

/* Who refers to whom, of all that is made anew; makes the inputs anew that are consumed by others
 * than before. */
void renewal_connect(struct renewal *renewal);

#endif
