/* Conflicts among very many assumptions.
 *
 * Assuming ten thousand formulas to learn that two of them clash wastes nearly all of the
 * work, and the next question repeats it. A sweep assumes a stretch of the list at a time,
 * with limited effort, goes on where the last conflict was, and takes ever longer stretches
 * when a whole round has found nothing, until one question holds all assumptions. */
#ifndef SOLVER_SWEEP_H
#define SOLVER_SWEEP_H

#include "solver/solver.h"

struct sweep;

/* Borrows the solver. */
struct sweep *sweep_create(struct solver *solver);
void sweep_destroy(struct sweep *sweep);

/* Looks for assumptions that cannot hold together. SOLVER_UNSATISFIABLE: `solver_failed` has some.
 * SOLVER_SATISFIABLE: there is a model in which all hold, and it can be asked for values.
 *
 * Between calls the list may change in any way; a sweep is fast if most of it stays in place.
 * FORMULA_TRUE fills a hole. */
enum solver_answer sweep_next(struct sweep *sweep, const formula *assumptions, size_t count);

/* The list is a different one now: starts with short stretches again. */
void sweep_restart(struct sweep *sweep);

#endif
