#include "analyzer/variability/space/space_formula.h"
#include "analyzer/variability/space/space_large.h"
#include "base/memory.h"
#include "solver/totalizer.h"

#include <string.h>

enum {
	LEAST_TRIES = 64, /* of what resolving may not confirm */
	MOST_TRIES = 1024,
	MOST_RESOLVED = 65536 /* elements, in all tries together */
};

static unsigned tries_of(const struct space *space)
{
	uint32_t tries = MOST_RESOLVED / (analysis_elements(space->analysis).count + 1);

	return tries < LEAST_TRIES ? LEAST_TRIES : tries > MOST_TRIES ? MOST_TRIES : tries;
}

static struct totalizer *count_changes(struct space_formula *whole, const uint32_t *from)
{
	formula *changes = memory_allocate(whole->part->input_count + 1, sizeof(*changes));
	struct totalizer *totalizer;

	for (uint32_t i = 0; i < whole->part->input_count; i++) {
		uint32_t input = whole->part->inputs[i];

		changes[i] = from[input] == UINT32_MAX
				     ? FORMULA_TRUE
				     : formula_not(whole->selectors[input][from[input]]);
	}
	totalizer = totalizer_create(whole->formulas, changes, whole->part->input_count);
	memory_release(changes);
	return totalizer;
}

/* Assignments with so many changes, until there are no more or as many as are wanted. */
static enum space_nearest_answer find_with(struct space_formula *whole,
	const struct space_nearest *nearest, formula few_changes, unsigned *left)
{
	uint32_t *classes = memory_allocate(whole->space->inputs.count + 1, sizeof(*classes));
	enum solver_answer answer = SOLVER_SATISFIABLE;
	size_t confirmed = 0;

	memcpy(classes, whole->space->base, whole->space->inputs.count * sizeof(*classes));
	while (confirmed<nearest->most && * left> 0) {
		answer = solver_solve(whole->solver, &few_changes, 1);
		if (answer != SOLVER_SATISFIABLE)
			break;
		space_formula_read(whole, classes);
		confirmed += nearest->confirm(nearest->context, classes);
		space_formula_block(whole, classes);
		--*left;
	}
	memory_release(classes);
	return confirmed > 0                    ? NEAREST_FOUND
	       : answer == SOLVER_UNSATISFIABLE ? NEAREST_NEVER
						: NEAREST_UNKNOWN;
}

enum space_nearest_answer space_large_nearest(const struct space *space,
	const struct space_part *part, const struct space_nearest *nearest)
{
	struct space_formula whole;
	enum space_nearest_answer answer = NEAREST_NEVER;
	struct totalizer *totalizer;
	unsigned most = tries_of(space), left = most;

	space_formula_make(&whole, space, part, NULL);
	space_formula_list_checks(&whole);
	space_formula_forbid(&whole, whole.failure_count);
	if (nearest->element)
		solver_require(
			whole.solver, (nearest->wants_present ? 1 : -1) *
					      space_formula_present(&whole, nearest->element));
	totalizer = count_changes(&whole, nearest->from);
	for (uint32_t k = 0; k <= part->input_count && answer == NEAREST_NEVER; k++) {
		formula few = k == part->input_count
				      ? FORMULA_TRUE
				      : formula_not(totalizer_at_least(totalizer, k + 1));

		answer = find_with(&whole, nearest, few, &left);
	}
	if (answer == NEAREST_NEVER && !part->is_certain && left < most)
		answer = NEAREST_UNKNOWN;
	totalizer_destroy(totalizer);
	space_formula_finish(&whole);
	return answer;
}
