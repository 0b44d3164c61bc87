/* Whether relationships find nodes that have enough left of everything they take.
 *
 * `capacity.h` says what is too much of a single property, and why. This answers what is left:
 * relationships that take different amounts, or of several properties, each from another node.
 * It tries choices one after the other and remembers which rests fit nothing; where that takes too
 * long, it is not known. Knows numbers only. */
#ifndef ANALYZER_MODEL_TEXT_PACKING_H
#define ANALYZER_MODEL_TEXT_PACKING_H

#include "analyzer/model/report/verdict.h"
#include "analyzer/text/arena.h"

/* What each node offers of each property, one node after the other; INFINITY if there is no
 * bound. */
struct packing {
	const double *offers;
	size_t nodes;
	size_t properties;
};

/* `times` relationships, each with another node, or all with `target` (NaN: any). */
struct packing_group {
	const double *amounts; /* of each property */
	double times;
	double target;
};

/* Uses `arena` for its work. */
enum verdict packing_fits(const struct packing *packing, const struct packing_group *groups,
	size_t count, struct arena *arena);

#endif
