#include "solver/enumeration.h"

#include "base/memory.h"

#include <string.h>

/* Each model found is excluded by a clause that a variable of this enumeration switches on. */
enum solver_answer enumeration_run(struct solver *solver, const formula *items, size_t count,
	const formula *assumptions, size_t assumption_count, size_t limit, enumeration_visit *visit,
	void *context)
{
	formula is_running = formula_variable(solver_formulas(solver));
	formula *assumed = memory_allocate(assumption_count + 1, sizeof(*assumed));
	formula *difference = memory_allocate(count + 1, sizeof(*difference));
	bool *values = memory_allocate(count, sizeof(*values));
	enum solver_answer answer = SOLVER_SATISFIABLE;
	bool is_wanted = true;

	if (assumption_count)
		memcpy(assumed, assumptions, assumption_count * sizeof(*assumptions));
	assumed[assumption_count] = is_running;
	while (limit-- > 0 && is_wanted) {
		answer = solver_solve(solver, assumed, assumption_count + 1);
		if (answer != SOLVER_SATISFIABLE)
			break;
		for (size_t i = 0; i < count; i++) {
			values[i] = solver_value(solver, items[i]);
			difference[i] = values[i] ? formula_not(items[i]) : items[i];
		}
		is_wanted = visit(context, values, count);
		difference[count] = formula_not(is_running);
		solver_require_any(solver, difference, count + 1);
	}
	solver_require(solver, formula_not(is_running));
	memory_release(assumed);
	memory_release(difference);
	memory_release(values);
	return answer;
}
