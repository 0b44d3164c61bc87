/* Whether several nodes of the same kind can offer what relationships take from them.
 *
 * Which node a relationship leads to is mostly up to the orchestrator. So this looks for what
 * no choice can fulfil: more than all nodes offer together, an amount that none of them
 * offers, more relationships of an amount than there is room for, and too much taken from a
 * node that is named. Knows numbers only. */
#ifndef ANALYZER_MODEL_TEXT_CAPACITY_H
#define ANALYZER_MODEL_TEXT_CAPACITY_H

#include "analyzer/text/arena.h"

/* What each node offers. */
struct capacity {
	double *offers;
	size_t count;
};

/* `times` relationships that take `amount` each, from the node `target` (NaN: any). */
struct capacity_demand {
	double amount;
	double times;
	double target;
};

struct capacity_excess {
	enum {
		EXCESS_NONE,
		EXCESS_OF_ONE,    /* `taken` from `target`, which has `offered` */
		EXCESS_OF_AMOUNT, /* no node offers `amount` */
		EXCESS_OF_NUMBER, /* `taken` relationships of `amount` or more, room for `offered`
				   */
		EXCESS_OF_SUM,    /* `taken` of all, which have `offered` together */
	} kind;
	double target, amount, taken, offered;
};

/* Never claims an excess where some choice of targets fits. Uses `arena` for its work. */
struct capacity_excess capacity_exceeded(const struct capacity *capacity,
	const struct capacity_demand *demands, size_t count, struct arena *arena);

/* The demand that is too much for those before it, given that all of them are. */
size_t capacity_first_excess(const struct capacity *capacity, const struct capacity_demand *demands,
	size_t count, struct arena *arena);

#endif
