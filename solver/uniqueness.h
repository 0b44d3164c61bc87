/* Is a model the only one, as far as certain formulas go? */
#ifndef SOLVER_UNIQUENESS_H
#define SOLVER_UNIQUENESS_H

#include "solver/solver.h"

/* Looks for a model, under the assumptions, in which at least one of `expected` does not hold,
 * and leaves it for `solver_value`. SOLVER_UNSATISFIABLE: all models agree on them.
 *
 * With the items present in a model as `expected`: "some other model lacks one of these".
 * With the absent ones negated as well: "some other model differs on any of these". */
enum solver_answer uniqueness_find_other(struct solver *solver, const formula *expected,
	size_t expected_count, const formula *assumptions, size_t assumption_count);

#endif
