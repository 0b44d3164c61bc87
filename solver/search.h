/* Guiding a solver.
 *
 * What modules that ask many questions in a row need besides asking: questions that may
 * remain unanswered, facts already established, and wishes for the next model. None of
 * it changes the set of models. */
#ifndef SOLVER_SEARCH_H
#define SOLVER_SEARCH_H

#include "solver/solver.h"

/* As `solver_solve`, but gives up with SOLVER_INTERRUPTED after so many decisions, those for
 * the assumptions included. */
enum solver_answer search_solve(
	struct solver *solver, const formula *assumptions, size_t count, int decisions);

/* Has the interrupt flag been raised? Tells an interrupted search from one that gave up. */
bool search_is_interrupted(const struct solver *solver);

/* What all questions together have taken, in assignments of literals. */
uint64_t search_effort(const struct solver *solver);

/* FORMULA_TRUE or FORMULA_FALSE if it is already established that all models agree on this,
 * FORMULA_NONE otherwise. */
formula search_fixed(struct solver *solver, formula operand);

/* Fills `order` with the places of the formulas, 0 to `count` - 1, such that formulas that are
 * likely to be in conflict are close to each other. */
void search_order(struct solver *solver, const formula *formulas, size_t count, uint32_t *order);

#endif
