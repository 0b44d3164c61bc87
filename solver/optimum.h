/* Weighted optimisation.
 *
 * Minimises the sum of the weights of those formulas that hold, by finding sets of them
 * that cannot all be false (cores), heaviest weights first, and relaxing each to "at
 * most so many" (OLL). Sums are counted in unary, by small totalizers over the cores,
 * never over all items. An item may be any formula: the number of names in use is the
 * sum over names of "one of those so named is present". */
#ifndef SOLVER_OPTIMUM_H
#define SOLVER_OPTIMUM_H

#include "solver/solver.h"

struct optimum_item {
	formula counted;
	int64_t weight; /* may be negative; the same formula may occur several times */
};

enum optimum_direction {
	OPTIMUM_MINIMISE,
	OPTIMUM_MAXIMISE,
};

/* Narrows the solver to its best models, leaves one of them for `solver_value`, and stores the
 * sum they reach. The sum of the absolute weights must fit in 63 bits. If interrupted, the
 * solver may have lost models that are not best; it should be given up. */
enum solver_answer optimum_narrow(struct solver *solver, enum optimum_direction direction,
	const struct optimum_item *items, size_t count, int64_t *sum);

#endif
