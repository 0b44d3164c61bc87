#include "solver/backbone.h"

#include "base/memory.h"
#include "solver/search.h"
#include "solver/uniqueness.h"

#include <assert.h>
#include <string.h>

/* A round takes some candidates, those on which all models so far agree, and looks for a model in
 * which none of them holds as before. Whatever stands in the way is left out of the round, until
 * such a model exists; it settles these and, by chance, others. A candidate that stands in the way
 * alone never changes. After a round without any change the rest is asked about at once: it may
 * well be that nothing varies any more. */
enum {
	ROUND = 64
};

struct backbone {
	struct solver *solver;
	formula *question; /* the assumptions, then those of the round */
	size_t assumption_count;

	/* Not settled yet, as they hold in all models so far: negated if the item does not. */
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

static void discard_candidate(struct backbone *backbone, formula candidate)
{
	size_t kept = 0;

	for (size_t i = 0; i < backbone->count; i++) {
		if (backbone->candidates[i] == candidate)
			continue;
		backbone->candidates[kept] = backbone->candidates[i];
		backbone->items[kept++] = backbone->items[i];
	}
	backbone->count = kept;
}

static void reverse(formula *formulas, size_t count)
{
	for (size_t i = 0; i < count / 2; i++) {
		formula swapped = formulas[i];

		formulas[i] = formulas[count - 1 - i];
		formulas[count - 1 - i] = swapped;
	}
}

/* Leaves one of the failed candidates out of the round, but the first of all only if it is alone,
 * which settles it; so every round settles something. The next question begins where candidates
 * clashed, as there is no need to repeat what went well before. Returns how many are left. */
static size_t leave_out_failed(struct backbone *backbone, size_t taken)
{
	formula *round = backbone->question + backbone->assumption_count;
	size_t failed_count;
	const formula *failed = solver_failed(backbone->solver, &failed_count);
	size_t first = taken;
	size_t last = taken;

	for (size_t i = taken; i-- > 0 && failed_count;) {
		if (failed[failed_count - 1] != round[i])
			continue;
		failed_count--;
		first = i;
		if (last == taken)
			last = i;
	}
	assert(first < taken);
	if (first == last)
		discard_candidate(backbone, formula_not(round[first]));
	else if (round[last] == formula_not(backbone->candidates[0]))
		last = first;
	memmove(round + last, round + last + 1, (taken - last - 1) * sizeof(*round));

	/* Moves what is before the conflict behind the rest. */
	reverse(round, first);
	reverse(round + first, taken - 1 - first);
	reverse(round, taken - 1);
	return taken - 1;
}

/* One round. SOLVER_SATISFIABLE: something has been found to vary. */
static enum solver_answer change_some(struct backbone *backbone, enum backbone_value *values)
{
	size_t taken = backbone->count < ROUND ? backbone->count : ROUND;

	for (size_t i = 0; i < taken; i++)
		backbone->question[backbone->assumption_count + i] =
			formula_not(backbone->candidates[i]);
	while (taken) {
		enum solver_answer answer = solver_solve(
			backbone->solver, backbone->question, backbone->assumption_count + taken);

		if (answer == SOLVER_SATISFIABLE)
			discard_varying(backbone, values);
		if (answer != SOLVER_UNSATISFIABLE)
			return answer;
		taken = leave_out_failed(backbone, taken);
	}
	return SOLVER_UNSATISFIABLE;
}

/* Does any of the candidates vary? */
static enum solver_answer change_any(struct backbone *backbone, enum backbone_value *values)
{
	enum solver_answer answer = uniqueness_find_other(backbone->solver, backbone->candidates,
		backbone->count, backbone->question, backbone->assumption_count);

	if (answer == SOLVER_SATISFIABLE)
		discard_varying(backbone, values);
	if (answer == SOLVER_UNSATISFIABLE)
		backbone->count = 0;
	return answer;
}

static enum solver_answer settle(struct backbone *backbone, enum backbone_value *values)
{
	while (backbone->count) {
		enum solver_answer answer = change_some(backbone, values);

		if (answer == SOLVER_UNSATISFIABLE && backbone->count)
			answer = change_any(backbone, values);
		if (answer == SOLVER_INTERRUPTED)
			return answer;
	}
	return SOLVER_SATISFIABLE;
}

enum solver_answer backbone_find(struct solver *solver, const formula *items, size_t count,
	const formula *assumptions, size_t assumption_count, enum backbone_value *values)
{
	struct backbone backbone = {.solver = solver, .assumption_count = assumption_count};
	enum solver_answer answer = solver_solve(solver, assumptions, assumption_count);

	if (answer != SOLVER_SATISFIABLE)
		return answer;
	backbone.question = memory_allocate(assumption_count + ROUND, sizeof(*backbone.question));
	backbone.candidates = memory_allocate(count, sizeof(*backbone.candidates));
	backbone.items = memory_allocate(count, sizeof(*backbone.items));
	if (assumption_count)
		memcpy(backbone.question, assumptions, assumption_count * sizeof(*assumptions));
	for (size_t i = 0; i < count; i++) {
		bool holds = solver_value(solver, items[i]);

		values[i] = holds ? BACKBONE_ALWAYS : BACKBONE_NEVER;
		if (search_fixed(solver, items[i]) != FORMULA_NONE)
			continue;
		backbone.candidates[backbone.count] = holds ? items[i] : formula_not(items[i]);
		backbone.items[backbone.count++] = i;
	}
	answer = settle(&backbone, values);
	memory_release(backbone.question);
	memory_release(backbone.candidates);
	memory_release(backbone.items);
	return answer;
}
