/* Which formulas are close to each other.
 *
 * Conflicts arise among formulas that few short clauses apart. Whoever goes through many
 * formulas a stretch at a time finds them early if such neighbours are neighbours in the
 * list, whatever the order in which somebody wrote them down. */
#ifndef SOLVER_LOCALITY_H
#define SOLVER_LOCALITY_H

#include "solver/cnf.h"

/* Fills `order` with the places 0 to `count` - 1 of formulas that have literals, neighbours next to
 * each other. Linear in the size of the clauses. */
void locality_order(const struct cnf *cnf, const formula *formulas, size_t count, uint32_t *order);

#endif
