/* Why there is no model: assumptions none of which can be spared. */
#ifndef SOLVER_CORE_H
#define SOLVER_CORE_H

#include "solver/solver.h"

/* Finds a subset of the candidates that, with the `fixed` assumptions, cannot hold together,
 * while leaving out any one of it can. It keeps the order of the candidates; later ones are
 * rather left out than earlier ones. Where it takes too long to tell, more is left in.
 * SOLVER_UNSATISFIABLE: the subset is in `*core`, to be released with `memory_release`, possibly
 * empty. SOLVER_SATISFIABLE: all can hold. SOLVER_INTERRUPTED: nothing is known. */
enum solver_answer core_find(struct solver *solver, const formula *fixed, size_t fixed_count,
	const formula *candidates, size_t candidate_count, formula **core, size_t *core_count);

/* The same for few candidates. Of several such subsets it finds the one that leaves out the last
 * candidate that any can leave out, then the one before, and so on: it depends on the candidates
 * and their order only, not on the solver. */
enum solver_answer core_reduce(struct solver *solver, const formula *fixed, size_t fixed_count,
	const formula *candidates, size_t candidate_count, formula **core, size_t *core_count);

#endif
