#include "problem.h"

#include "solver/distance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* v0 and v1, v1 and v2 …: each is one step farther away; what shares nothing is not reached. */
static void each_step_leads_on(void **state)
{
	(void)state;
	enum {
		SIZE = 50
	};
	struct formulas *formulas = formulas_create();
	formula variables[SIZE + 1], pairs[SIZE + 2];
	uint32_t distances[SIZE + 2];

	for (int i = 0; i <= SIZE; i++)
		variables[i] = formula_variable(formulas);
	for (int i = 0; i < SIZE; i++)
		pairs[i] = formula_both(formulas, variables[i], formula_not(variables[i + 1]));
	pairs[SIZE] = formula_variable(formulas);
	pairs[SIZE + 1] = FORMULA_TRUE;
	formulas_distances(formulas, variables, 1, pairs, SIZE + 2, distances);
	for (uint32_t i = 0; i < SIZE; i++)
		assert_int_equal(distances[i], i);
	assert_int_equal(distances[SIZE], DISTANCE_NONE);
	assert_int_equal(distances[SIZE + 1], DISTANCE_NONE);
	formulas_distances(formulas, (formula[]){variables[0], variables[SIZE], FORMULA_NONE}, 3,
		pairs, SIZE, distances);
	for (uint32_t i = 0; i < SIZE; i++)
		assert_int_equal(distances[i], i < SIZE - 1 - i ? i : SIZE - 1 - i);
	formulas_destroy(formulas);
}

/* The variables in a formula, as bits. */
static unsigned variables_in(const struct problem *problem, formula operand)
{
	size_t count;
	const formula *operands = formula_operands(problem->formulas, operand, &count);
	unsigned found = 0;

	for (unsigned v = 0; v < PROBLEM_VARIABLES; v++)
		found |= (unsigned)(problem->variables[v] == formula_index(operand)) << v;
	for (size_t i = 0; i < count; i++)
		found |= variables_in(problem, operands[i]);
	return found;
}

/* As found by looking at all formulas again and again. */
static void distances_are_those_of_the_nearest_way(void **state)
{
	(void)state;
	struct random random = random_start();

	for (int round = 0; round < 300; round++) {
		struct problem *problem = problem_create(&random, (struct problem_shape){20, 0, 0});
		uint32_t distances[PROBLEM_FORMULAS];
		/* A few of the formulas: all of them have to do with one another. */
		const formula *asked = problem->members + problem->count - 6;
		unsigned reached = 1, next = 1;

		formulas_distances(problem->formulas, problem->variables, 1, asked, 6, distances);
		for (uint32_t distance = 0; distance < PROBLEM_VARIABLES; distance++) {
			for (int i = 0; i < 6; i++) {
				unsigned mentioned = variables_in(problem, asked[i]);

				if (mentioned & reached)
					next |= mentioned;
				assert_int_equal(
					(mentioned & reached) != 0, distances[i] <= distance);
			}
			reached = next;
		}
		problem_destroy(problem);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_step_leads_on),
		cmocka_unit_test(distances_are_those_of_the_nearest_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
