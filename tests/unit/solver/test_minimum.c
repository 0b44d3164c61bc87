#include "problem.h"

#include "base/memory.h"
#include "solver/minimum.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* By looking at all assignments: those with the least sequence of item values. */
static struct truth_table least(
	struct truth_table models, const struct truth_table *items, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct truth_table without = table_and(models, table_not(items[i]));

		if (!table_is_empty(&without))
			models = without;
	}
	return models;
}

static int assignment_of(const struct problem *problem, struct solver *solver)
{
	int assignment = 0;

	for (int v = 0; v < PROBLEM_VARIABLES; v++)
		assignment |= solver_value(solver, problem->variables[v]) << v;
	return assignment;
}

static void minimum_agrees_with_all_assignments(void **state)
{
	(void)state;

	struct random random = random_start();

	for (int round = 0; round < 4000; round++) {
		struct problem_shape shape = {(int)random_below(&random, 35),
			(int)random_below(&random, PROBLEM_VARIABLES + 1),
			(int)random_below(&random, 3)};
		struct problem *problem = problem_create(&random, shape);
		struct solver *solver = solver_create(problem->formulas);
		struct truth_table models = problem->models;
		formula items[12];
		struct truth_table tables[12];
		size_t count = random_below(&random, 13);

		for (int i = 0; i < problem->required_count; i++)
			solver_require(solver, problem->required[i]);
		for (size_t i = 0; i < count; i++)
			items[i] = problem_pick(problem, &random, &tables[i]);

		enum solver_answer answer = minimum_narrow(solver, items, count);

		if (table_is_empty(&models)) {
			assert_int_equal(answer, SOLVER_UNSATISFIABLE);
		} else {
			struct truth_table expected = least(models, tables, count);

			assert_int_equal(answer, SOLVER_SATISFIABLE);
			assert_true(table_holds(&expected, assignment_of(problem, solver)));

			/* The solver is narrowed to these models, no further. */
			for (int i = 0; i < problem->count; i++) {
				struct truth_table both = table_and(expected, problem->tables[i]);

				assert_int_equal(solver_solve(solver, &problem->members[i], 1),
					table_is_empty(&both) ? SOLVER_UNSATISFIABLE
							      : SOLVER_SATISFIABLE);
			}
		}
		solver_destroy(solver);
		problem_destroy(problem);
	}
}

/* Pairs of which one is needed, in an order in which a solver would rather take the first. */
static void earlier_items_give_way_to_later_ones(void **state)
{
	(void)state;
	enum {
		PAIRS = 3000
	};
	struct formulas *formulas = formulas_create();
	formula *items = memory_allocate(2 * PAIRS, sizeof(*items));
	struct solver *solver;

	for (int i = 0; i < 2 * PAIRS; i++)
		items[i] = formula_variable(formulas);
	solver = solver_create(formulas);
	for (int i = 0; i < PAIRS; i++) {
		formula pair[2] = {items[i], items[2 * PAIRS - 1 - i]};

		solver_require_any(solver, pair, 2);
	}
	assert_int_equal(minimum_narrow(solver, items, 2 * PAIRS), SOLVER_SATISFIABLE);
	for (int i = 0; i < 2 * PAIRS; i++)
		assert_int_equal(solver_value(solver, items[i]), i >= PAIRS);
	solver_destroy(solver);
	formulas_destroy(formulas);
	memory_release(items);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(minimum_agrees_with_all_assignments),
		cmocka_unit_test(earlier_items_give_way_to_later_ones),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
