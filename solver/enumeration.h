/* All models, as far as certain formulas go, up to a limit. */
#ifndef SOLVER_ENUMERATION_H
#define SOLVER_ENUMERATION_H

#include "solver/solver.h"

/* Called with the value of each item in one more model; `solver_value` may be asked for others.
 * Returning false ends the enumeration. */
typedef bool enumeration_visit(void *context, const bool *values, size_t count);

/* Visits, in an order of its own, models under the assumptions that differ on `items`, at most
 * `limit` of them. SOLVER_UNSATISFIABLE: these were all. SOLVER_SATISFIABLE: the limit was
 * reached or the visitor had enough, whether or not there are more. */
enum solver_answer enumeration_run(struct solver *solver, const formula *items, size_t count,
	const formula *assumptions, size_t assumption_count, size_t limit, enumeration_visit *visit,
	void *context);

#endif
