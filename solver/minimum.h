/* The lexicographically least model.
 *
 * Given formulas in an order of importance, false before true: among all models those
 * whose first formula is false if any is, among these the same for the second, and so
 * on. This is how a result is chosen when several are allowed. */
#ifndef SOLVER_MINIMUM_H
#define SOLVER_MINIMUM_H

#include "solver/solver.h"

/* Narrows the solver to its lexicographically least models, which agree on all `items`, and
 * leaves one of them for `solver_value`. Narrow a fork to keep the other models. */
enum solver_answer minimum_narrow(struct solver *solver, const formula *items, size_t count);

#endif
