/* How near formulas are to one another: by how many steps from a variable to the formulas that it
 * is in, and on to their other variables. */
#ifndef SOLVER_DISTANCE_H
#define SOLVER_DISTANCE_H

#include "solver/formula.h"

#define DISTANCE_NONE UINT32_MAX

/* Fills in the distance of each of `count` formulas: 0 for those with a variable of `from` in them,
 * DISTANCE_NONE for those that have nothing to do with these. What is no variable in `from` does
 * not count, and definitions are not looked at. */
void formulas_distances(const struct formulas *formulas, const formula *from, size_t from_count,
	const formula *asked, size_t count, uint32_t *distances);

#endif
