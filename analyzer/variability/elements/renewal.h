/* What an edit makes anew of a graph: what its parts share. Internal to graph_edit.c and
 * renewal*.c. */
#ifndef ANALYZER_VARIABILITY_ELEMENTS_RENEWAL_H
#define ANALYZER_VARIABILITY_ELEMENTS_RENEWAL_H

#include "analyzer/variability/elements/population.h"

enum {
	MOST_RENEWED = 24, /* to make more of them anew, one by one, does not pay */
	MOST_COME = 1024,
	MOST_OF_A_KIND = 512 /* groups, policies, inputs or outputs that are all made anew */
};

/* A node template that is made anew. */
struct renewed {
	struct node_edit edit;
	struct element *made;                            /* NULL: it has gone */
	struct element_vector kinds[ELEMENT_KIND_COUNT]; /* it, and what belongs to it */
};

/* An input, output, group or policy that is. */
struct renewed_other {
	uint32_t number; /* in the base; of one that has come, of the one that it stands in front of
			  */
	const struct element *before;                    /* NULL: it has come */
	struct element *made;                            /* NULL: it has gone */
	struct element_vector kinds[ELEMENT_KIND_COUNT]; /* it, and what belongs to it */
};

/* Two lists, pair by pair: at both ends those of the same name stand for each other, and what is
 * between them one by one, as far as there is something. */
struct pairing {
	struct elements now, before;
	uint32_t last; /* of the same name at their ends */
	uint32_t next; /* the number of the next pair */
};

struct renewal {
	struct element_graph *graph;
	const struct element_graph *base;
	const struct mentions *more;
	struct node collection;
	struct renewed nodes[MOST_RENEWED];
	uint32_t count;
	struct renewed_other *others;
	uint32_t other_count;
	size_t other_capacity;
	size_t made_capacity; /* of `graph->renewed_others` */
	unsigned whole;       /* kinds of which all are, as some have come or gone: bits */
	bool *is_followed[ELEMENT_KIND_COUNT]; /* of these: whether whoever asks for it is, too */
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

/* One after the other; one of the two may be NULL. False if there are no more. */
struct pairing pairing_of(struct elements now, struct elements before);
bool pairing_next(struct pairing *pairing, struct element **now, const struct element **before);

/* `element` stands where `before` stood, and what belongs to them. `before` is NULL where nothing
 * stood, and `element` where nothing stands any more. */
void renewal_replace(
	struct renewal *renewal, struct element *element, const struct element *before);

/* The place of one of the base among those of its kind. */
uint32_t renewal_number(const struct element_graph *base, const struct element *element);

/* Where a node template of the base stands in `node_templates` now, if it does. */
uint32_t renewal_entry_now(const struct renewal *renewal, uint32_t number);

/* These are made anew, too: node templates, others of the base, whoever asks for a name, at least
 * this much. */
void renewal_renew(struct renewal *renewal, struct node_edit edit);
void renewal_renew_node(struct renewal *renewal, const struct element *node);
void renewal_renew_other(struct renewal *renewal, const struct element *other);
void renewal_add_other(struct renewal *renewal, struct renewed_other other);
void renewal_renew_askers(struct renewal *renewal, struct string name, enum mention_kind least);

/* Of a kind of which all are made anew: whoever asks for this one is, too. */
void renewal_follow_one_of_all(struct renewal *renewal, const struct element *other);

/* One of the others, or an input that others consume, is found by its name from now on. */
void renewal_add_made(struct renewal *renewal, struct element *other);

/* Whoever asks for the others that are to be made anew; then these, when the node templates are
 * made that they refer to. */
void renewal_follow_others(struct renewal *renewal);
void renewal_make_others(struct renewal *renewal);

/* Where none has come or gone, all stand where they stood. */
void renewal_set_order(struct renewal *renewal);

/* Who refers to whom, of all that is made anew; makes the inputs anew that are consumed by others
 * than before. */
void renewal_connect(struct renewal *renewal);

#endif
