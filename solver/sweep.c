#include "solver/sweep.h"

#include "base/memory.h"
#include "solver/search.h"

/* A stretch is given a few decisions more than it takes to assume it. */
enum {
	FIRST_STRETCH = 64,
	SPARE_EFFORT = 4
};

struct sweep {
	struct solver *solver;
	size_t start;   /* where the next stretch begins */
	size_t stretch; /* how many assumptions it takes */
	size_t passed;  /* how many have been in a stretch without conflict since the last */

	formula *assumed; /* by the question asked last */
	size_t *places;   /* of these in the list */
	size_t taken;
	size_t capacity;
};

struct sweep *sweep_create(struct solver *solver)
{
	struct sweep *sweep = memory_allocate(1, sizeof(*sweep));

	sweep->solver = solver;
	sweep_restart(sweep);
	return sweep;
}

void sweep_destroy(struct sweep *sweep)
{
	if (!sweep)
		return;
	memory_release(sweep->assumed);
	memory_release(sweep->places);
	memory_release(sweep);
}

void sweep_restart(struct sweep *sweep)
{
	sweep->start = 0;
	sweep->stretch = FIRST_STRETCH;
	sweep->passed = 0;
}

/* Takes up to `limit` assumptions from `start` on, around the end of the list. Returns how many
 * places of the list this covers. */
static size_t take(struct sweep *sweep, const formula *assumptions, size_t count, size_t limit)
{
	size_t place = sweep->start;
	size_t covered = 0;

	if (sweep->capacity < limit) {
		sweep->capacity = limit;
		sweep->assumed =
			memory_resize(sweep->assumed, sweep->capacity, sizeof(*sweep->assumed));
		sweep->places =
			memory_resize(sweep->places, sweep->capacity, sizeof(*sweep->places));
	}
	sweep->taken = 0;
	while (sweep->taken < limit && covered < count) {
		if (assumptions[place] != FORMULA_TRUE) {
			sweep->assumed[sweep->taken] = assumptions[place];
			sweep->places[sweep->taken++] = place;
		}
		place = place + 1 == count ? 0 : place + 1;
		covered++;
	}
	return covered;
}

/* Goes on at the first assumption of the conflict: those before it did no harm, and what is behind
 * it has not been looked at or is likely to harm again. */
static void start_at_conflict(struct sweep *sweep)
{
	size_t count;
	const formula *failed = solver_failed(sweep->solver, &count);

	for (size_t i = 0; count && i < sweep->taken; i++) {
		if (sweep->assumed[i] == failed[0]) {
			sweep->start = sweep->places[i];
			return;
		}
	}
}

enum solver_answer sweep_next(struct sweep *sweep, const formula *assumptions, size_t count)
{
	enum solver_answer answer;

	if (sweep->start >= count)
		sweep->start = 0;
	while (sweep->stretch < count) {
		size_t covered = take(sweep, assumptions, count, sweep->stretch);
		int effort = (int)(sweep->taken + sweep->taken / 4) + SPARE_EFFORT;

		if (covered == count)
			break;
		answer = search_solve(sweep->solver, sweep->assumed, sweep->taken, effort);
		if (search_is_interrupted(sweep->solver))
			return SOLVER_INTERRUPTED;
		if (answer == SOLVER_UNSATISFIABLE) {
			start_at_conflict(sweep);
			return answer;
		}
		sweep->start = (sweep->start + covered) % count;
		sweep->passed += covered;
		if (sweep->passed >= count) {
			sweep->stretch *= 4;
			sweep->passed = 0;
		}
	}
	take(sweep, assumptions, count, count);
	answer = solver_solve(sweep->solver, sweep->assumed, sweep->taken);
	if (answer == SOLVER_UNSATISFIABLE)
		start_at_conflict(sweep);
	return answer;
}
