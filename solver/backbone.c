#include "solver/backbone.h"

#include "solver/memory.h"
#include "solver/search.h"

#include <string.h>

struct backbone {
	struct solver *solver;
	formula *assumptions;
	size_t assumption_count; /* one more is used for the question */

	/* Items on which all models so far agree and that are not settled, as they hold in
	 * them: negated if the item does not hold. */
	formula *candidates;
	size_t *items; /* which item a candidate is */
	size_t count;
};

/* Settles what the new model shows to vary. */
static void discard_varying(struct backbone *backbone, enum backbone_value *values)
{
	size_t kept = 0;

	for (size_t i = 0; i < backbone->count; i++) {
		if (!solver_value(backbone->solver, backbone->candidates[i])) {
			values[backbone->items[i]] = BACKBONE_VARIES;
			continue;
		}
		backbone->candidates[kept] = backbone->candidates[i];
		backbone->items[kept++] = backbone->items[i];
	}
	backbone->count = kept;
}

/* Is there a model in which one of the candidates does not hold? Wishes for one in which many do
 * not, so that it settles many. */
static enum solver_answer find_different(struct backbone *backbone)
{
	formula is_asked = formula_variable(solver_formulas(backbone->solver));
	formula *clause = memory_allocate(backbone->count + 1, sizeof *clause);

	for (size_t i = 0; i < backbone->count; i++) {
		clause[i] = formula_not(backbone->candidates[i]);
		search_prefer(backbone->solver, clause[i]);
	}
	clause[backbone->count] = formula_not(is_asked);
	solver_require_any(backbone->solver, clause, backbone->count + 1);
	memory_release(clause);
	backbone->assumptions[backbone->assumption_count] = is_asked;
	return solver_solve(
		backbone->solver, backbone->assumptions, backbone->assumption_count + 1);
}

static enum solver_answer settle(struct backbone *backbone, enum backbone_value *values)
{
	enum solver_answer answer = SOLVER_SATISFIABLE;

	while (backbone->count) {
		answer = find_different(backbone);
		if (answer != SOLVER_SATISFIABLE)
			break;
		discard_varying(backbone, values);
	}
	/* No model differs any more, and there is one. */
	return answer == SOLVER_INTERRUPTED ? answer : SOLVER_SATISFIABLE;
}

enum solver_answer backbone_find(struct solver *solver, const formula *items, size_t count,
	const formula *assumptions, size_t assumption_count, enum backbone_value *values)
{
	struct backbone backbone = {.solver = solver, .assumption_count = assumption_count};
	enum solver_answer answer = solver_solve(solver, assumptions, assumption_count);

	if (answer != SOLVER_SATISFIABLE)
		return answer;
	backbone.assumptions = memory_allocate(assumption_count + 1, sizeof *backbone.assumptions);
	backbone.candidates = memory_allocate(count, sizeof *backbone.candidates);
	backbone.items = memory_allocate(count, sizeof *backbone.items);
	if (assumption_count)
		memcpy(backbone.assumptions, assumptions, assumption_count * sizeof *assumptions);
	for (size_t i = 0; i < count; i++) {
		bool holds = solver_value(solver, items[i]);

		values[i] = holds ? BACKBONE_ALWAYS : BACKBONE_NEVER;
		if (search_fixed(solver, items[i]) != FORMULA_NONE)
			continue;
		backbone.candidates[backbone.count] = holds ? items[i] : formula_not(items[i]);
		backbone.items[backbone.count++] = i;
	}
	answer = settle(&backbone, values);
	memory_release(backbone.assumptions);
	memory_release(backbone.candidates);
	memory_release(backbone.items);
	return answer;
}
