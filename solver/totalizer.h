/* Counting in unary.
 *
 * "At least k of these hold" as a formula, for any k, from a balanced tree of partial
 * counts. Only what is asked for is built, and asking for one more adds to what is there,
 * so that small bounds on many formulas stay small. */
#ifndef SOLVER_TOTALIZER_H
#define SOLVER_TOTALIZER_H

#include "solver/formula.h"

struct totalizer;

/* Copies the inputs, of which there is at least one; borrows the pool. */
struct totalizer *totalizer_create(struct formulas *formulas, const formula *inputs, size_t count);

/* Destroying NULL is harmless. */
void totalizer_destroy(struct totalizer *totalizer);

formula totalizer_at_least(struct totalizer *totalizer, size_t bound);

#endif
