#include "solver/uniqueness.h"

#include "base/memory.h"

#include <string.h>

/* The clause "one of these does not hold" is switched on by a variable of its own, for this
 * question only. */
enum solver_answer uniqueness_find_other(struct solver *solver, const formula *expected,
	size_t expected_count, const formula *assumptions, size_t assumption_count)
{
	size_t longest = expected_count > assumption_count ? expected_count : assumption_count;
	formula *formulas = memory_allocate(longest + 1, sizeof(*formulas));
	formula is_asked = formula_variable(solver_formulas(solver));
	enum solver_answer answer;

	for (size_t i = 0; i < expected_count; i++)
		formulas[i] = formula_not(expected[i]);
	formulas[expected_count] = formula_not(is_asked);
	solver_require_any(solver, formulas, expected_count + 1);
	if (assumption_count)
		memcpy(formulas, assumptions, assumption_count * sizeof(*assumptions));
	formulas[assumption_count] = is_asked;
	answer = solver_solve(solver, formulas, assumption_count + 1);
	memory_release(formulas);
	return answer;
}
