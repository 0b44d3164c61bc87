/* What holds in all models, what in none.
 *
 * One question for many formulas: each model found settles all formulas on which models
 * have differed so far, so that few questions reach the solver. */
#ifndef SOLVER_BACKBONE_H
#define SOLVER_BACKBONE_H

#include "solver/solver.h"

enum backbone_value {
	BACKBONE_VARIES, /* holds in some models, not in others */
	BACKBONE_ALWAYS,
	BACKBONE_NEVER,
};

/* Fills `values`, one for each item, with regard to the models in which the assumptions hold.
 * SOLVER_UNSATISFIABLE: there are none, and `values` is meaningless, as it is when
 * interrupted. */
enum solver_answer backbone_find(struct solver *solver, const formula *items, size_t count,
	const formula *assumptions, size_t assumption_count, enum backbone_value *values);

#endif
