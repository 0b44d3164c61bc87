#include "solver/core.h"

#include "base/memory.h"
#include "solver/search.h"

#include <string.h>

enum {
	MOST_EFFORT = 3000000, /* assignments of literals */
};

/* Keeps those of the candidates from `first` on that have failed; others are not needed. The
 * failed ones are in the order of the question, which had the candidates last. */
static size_t keep_failed(
	struct solver *solver, formula *candidates, size_t first, size_t candidate_count)
{
	size_t failed_count;
	const formula *failed = solver_failed(solver, &failed_count);
	size_t free_place = candidate_count;

	for (size_t i = candidate_count; i-- > first;) {
		if (failed_count && failed[failed_count - 1] == candidates[i]) {
			failed_count--;
			candidates[--free_place] = candidates[i];
		}
	}

	size_t kept = candidate_count - free_place;

	memmove(candidates + first, candidates + free_place, kept * sizeof(*candidates));
	return first + kept;
}

/* Nothing is known of a question that takes too long; candidates are kept then. */
static bool is_given_up(const struct solver *solver, enum solver_answer answer)
{
	return answer == SOLVER_INTERRUPTED && !search_is_interrupted(solver);
}

/* Tries to do without each candidate in turn, the last one first; those that cannot be spared
 * gather at the front. */
static enum solver_answer shrink(
	struct solver *solver, formula *assumed, size_t fixed_count, size_t *candidate_count)
{
	formula *candidates = assumed + fixed_count;
	size_t count = *candidate_count;
	size_t needed = 0;

	while (needed < count && search_effort(solver) < MOST_EFFORT) {
		formula spared = candidates[count - 1];
		enum solver_answer answer = solver_solve(solver, assumed, fixed_count + count - 1);

		if (answer == SOLVER_INTERRUPTED && !is_given_up(solver, answer))
			return answer;
		if (answer == SOLVER_UNSATISFIABLE) {
			count = keep_failed(solver, candidates, needed, count - 1);
			continue;
		}
		memmove(candidates + 1, candidates, (count - 1) * sizeof(*candidates));
		candidates[0] = spared;
		needed++;
	}
	*candidate_count = count;
	return SOLVER_UNSATISFIABLE;
}

/* The caller releases it. */
static formula *join(
	const formula *fixed, size_t fixed_count, const formula *candidates, size_t candidate_count)
{
	formula *joined = memory_allocate(fixed_count + candidate_count, sizeof(*joined));

	if (fixed_count)
		memcpy(joined, fixed, fixed_count * sizeof(*fixed));
	if (candidate_count)
		memcpy(joined + fixed_count, candidates, candidate_count * sizeof(*candidates));
	return joined;
}

enum solver_answer core_find(struct solver *solver, const formula *fixed, size_t fixed_count,
	const formula *candidates, size_t candidate_count, formula **core, size_t *core_count)
{
	formula *assumed = join(fixed, fixed_count, candidates, candidate_count);
	enum solver_answer answer;

	*core = NULL;
	*core_count = 0;
	answer = solver_solve(solver, assumed, fixed_count + candidate_count);
	if (answer == SOLVER_UNSATISFIABLE) {
		size_t count = keep_failed(solver, assumed + fixed_count, 0, candidate_count);

		answer = shrink(solver, assumed, fixed_count, &count);
		memmove(assumed, assumed + fixed_count, count * sizeof(*assumed));
		*core_count = count;
	}
	if (answer != SOLVER_UNSATISFIABLE) {
		memory_release(assumed);
		*core_count = 0;
		return answer;
	}
	*core = assumed;
	return answer;
}

struct reduction {
	struct solver *solver;
	formula *assumed; /* fixed, then candidates; FORMULA_TRUE for those left out */
	size_t fixed_count;
	size_t candidate_count;
};

/* Leaves out all of the `count` candidates from `start` on; or else as many as possible, the later
 * ones first, by halves. */
static enum solver_answer reduce(struct reduction *reduction, size_t start, size_t count)
{
	formula *assumed = reduction->assumed + reduction->fixed_count + start;
	formula *kept = memory_allocate(count, sizeof(*kept));
	enum solver_answer answer;

	memcpy(kept, assumed, count * sizeof(*kept));
	for (size_t i = 0; i < count; i++)
		assumed[i] = FORMULA_TRUE;
	answer = solver_solve(reduction->solver, reduction->assumed,
		reduction->fixed_count + reduction->candidate_count);
	if (answer == SOLVER_SATISFIABLE || is_given_up(reduction->solver, answer)) {
		size_t half = count / 2;

		memcpy(assumed, kept, count * sizeof(*kept));
		answer = SOLVER_UNSATISFIABLE;
		if (count > 1 && search_effort(reduction->solver) < MOST_EFFORT)
			answer = reduce(reduction, start + half, count - half);
		if (half && search_effort(reduction->solver) < MOST_EFFORT &&
			answer == SOLVER_UNSATISFIABLE)
			answer = reduce(reduction, start, half);
	}
	memory_release(kept);
	return answer;
}

enum solver_answer core_reduce(struct solver *solver, const formula *fixed, size_t fixed_count,
	const formula *candidates, size_t candidate_count, formula **core, size_t *core_count)
{
	formula *assumed = join(fixed, fixed_count, candidates, candidate_count);
	struct reduction reduction = {solver, assumed, fixed_count, candidate_count};
	enum solver_answer answer;

	*core = NULL;
	*core_count = 0;
	answer = solver_solve(solver, assumed, fixed_count + candidate_count);
	if (answer == SOLVER_UNSATISFIABLE && candidate_count)
		answer = reduce(&reduction, 0, candidate_count);
	if (answer != SOLVER_UNSATISFIABLE) {
		memory_release(assumed);
		return answer;
	}
	for (size_t i = 0; i < candidate_count; i++)
		if (assumed[fixed_count + i] != FORMULA_TRUE)
			assumed[(*core_count)++] = assumed[fixed_count + i];
	*core = assumed;
	return answer;
}
