/* A set of models, asked and narrowed.
 *
 * A solver stands for the models of the definitions in its pool and of everything
 * required so far. Requiring narrows the set for good; assumptions narrow it for one
 * question; a fork is an independent copy to be narrowed separately. The same calls in
 * the same order give the same answers and the same models. Formulas created in the
 * pool later are translated when they are first used. One thread at a time uses a
 * solver, its forks and their common pool. */
#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include "solver/formula.h"

#include <stdatomic.h>

struct solver;

enum solver_answer {
	SOLVER_SATISFIABLE,
	SOLVER_UNSATISFIABLE,
	SOLVER_INTERRUPTED, /* the flag was raised, or the effort that one question may take was
			     * spent, which is counted, so that answers do not depend on time */
};

/* Borrows the pool for its whole life and translates all its definitions. */
struct solver *solver_create(struct formulas *formulas);

/* A solver with the same models, less those in which an assumption does not hold. */
struct solver *solver_fork(const struct solver *solver, const formula *assumptions, size_t count);

/* Destroying NULL is harmless. Forks live on. */
void solver_destroy(struct solver *solver);

struct formulas *solver_formulas(const struct solver *solver);

/* Solving ends early, with SOLVER_INTERRUPTED, soon after `*flag` becomes true; NULL turns
 * this off. Borrowed, and inherited by forks. Any thread may raise the flag. */
void solver_interrupt_on(struct solver *solver, const atomic_bool *flag);

/* From now on the formula, or at least one of the formulas, holds in every model. */
void solver_require(struct solver *solver, formula operand);
void solver_require_any(struct solver *solver, const formula *operands, size_t count);

/* Looks for a model in which all assumptions hold. */
enum solver_answer solver_solve(struct solver *solver, const formula *assumptions, size_t count);

/* After SOLVER_SATISFIABLE, and until anything else but this is asked or required: does the
 * formula hold in the model? Formulas the solver has not met are computed from their parts. */
bool solver_value(struct solver *solver, formula operand);

/* After SOLVER_UNSATISFIABLE: the assumptions that, together, cannot hold, in the order in
 * which they were given. Borrowed until the next question. Nothing is failing if there are
 * no models at all. Need not be minimal; see core.h. */
const formula *solver_failed(struct solver *solver, size_t *count);

#endif
