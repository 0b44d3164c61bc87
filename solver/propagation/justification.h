/* Why a propagation has refuted an assignment: the demands and definitions by which it got to know
 * something and its contrary.
 *
 * Of several ways to get there one is told that does not depend on the numbers of formulas: what
 * was known in an earlier round goes before what was known later, and else what the caller ranks
 * first. The walk costs what the reasons cost. */
#ifndef SOLVER_PROPAGATION_JUSTIFICATION_H
#define SOLVER_PROPAGATION_JUSTIFICATION_H

#include "solver/propagation/propagation.h"

struct justifier;

/* `ranks` are those of variables, by index, the lowest first; those of other formulas follow from
 * them. Borrows both. */
struct justifier *justifier_create(const struct propagation *propagation, const uint32_t *ranks);
void justifier_destroy(struct justifier *justifier);

/* Each once, in no particular order. */
struct justification {
	int32_t *definitions; /* variables whose definitions have a part in it */
	size_t definition_count;
	size_t *required; /* by number */
	size_t required_count;
};

/* Of an assignment that is refuted. The caller finishes the result. */
struct justification justifier_find(struct justifier *justifier, unsigned assignment);
void justification_finish(struct justification *justification);

#endif
