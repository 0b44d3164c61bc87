#include "problem.h"

#include "solver/search.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static struct solver *solver_of(const struct problem *problem)
{
	struct solver *solver = solver_create(problem->formulas);

	for (int i = 0; i < problem->required_count; i++)
		solver_require(solver, problem->required[i]);
	return solver;
}

/* The assignment of the model; checks that all formulas agree with it. */
static int check_model(const struct problem *problem, struct solver *solver)
{
	int assignment = 0;

	for (int v = 0; v < PROBLEM_VARIABLES; v++)
		assignment |= solver_value(solver, problem->variables[v]) << v;
	for (int i = 0; i < problem->count; i++) {
		bool expected = table_holds(&problem->tables[i], assignment);

		assert_int_equal(solver_value(solver, problem->members[i]), expected);
		assert_int_equal(solver_value(solver, -problem->members[i]), !expected);
	}
	return assignment;
}

static void check_question(const struct problem *problem, struct solver *solver,
	struct random *random, struct truth_table models)
{
	formula assumptions[5];
	struct truth_table tables[5];
	size_t count = random_below(random, 6);
	struct truth_table allowed = models;

	for (size_t i = 0; i < count; i++) {
		assumptions[i] = problem_pick(problem, random, &tables[i]);
		allowed = table_and(allowed, tables[i]);
	}

	enum solver_answer answer = solver_solve(solver, assumptions, count);

	if (!table_is_empty(&allowed)) {
		assert_int_equal(answer, SOLVER_SATISFIABLE);
		assert_true(table_holds(&allowed, check_model(problem, solver)));
		return;
	}
	assert_int_equal(answer, SOLVER_UNSATISFIABLE);

	size_t failed_count;
	const formula *failed = solver_failed(solver, &failed_count);
	struct truth_table remaining = models;
	size_t next = 0;

	for (size_t i = 0; i < failed_count; i++) {
		while (next < count && assumptions[next] != failed[i])
			next++;
		assert_true(next < count); /* an assumption, in the order given */
		remaining = table_and(remaining, tables[next]);
	}
	assert_true(table_is_empty(&remaining));
}

static void questions_agree_with_all_assignments(void **state)
{
	(void)state;

	struct random random = random_start();

	for (int round = 0; round < 3000; round++) {
		struct problem_shape shape = {(int)random_below(&random, 35),
			(int)random_below(&random, PROBLEM_VARIABLES + 1),
			(int)random_below(&random, 4)};
		struct problem *problem = problem_create(&random, shape);
		struct solver *solver = solver_of(problem);
		struct truth_table models = problem->models;

		for (int i = 0; i < 6; i++)
			check_question(problem, solver, &random, models);

		struct truth_table more;
		formula required = problem_pick(problem, &random, &more);
		struct solver *fork = solver_fork(solver, &required, 1);

		check_question(problem, fork, &random, table_and(models, more));
		check_question(problem, solver, &random, models);
		solver_destroy(fork);

		formula either[3];
		struct truth_table none = table_not((struct truth_table){{0}});

		for (int i = 0; i < 3; i++) {
			either[i] = problem_pick(problem, &random, &more);
			none = table_and(none, table_not(more));
		}
		solver_require_any(solver, either, 3);
		models = table_and(models, table_not(none));
		for (int i = 0; i < 3; i++)
			check_question(problem, solver, &random, models);
		solver_destroy(solver);
		problem_destroy(problem);
	}
}

/* Formulas that the solver has not met have a value too. */
static void later_formulas_have_values(void **state)
{
	(void)state;

	struct formulas *formulas = formulas_create();
	formula a = formula_variable(formulas);
	formula b = formula_variable(formulas);
	struct solver *solver = solver_create(formulas);

	solver_require(solver, a);
	assert_int_equal(solver_solve(solver, NULL, 0), SOLVER_SATISFIABLE);

	formula chain = formula_or(formulas, (formula[]){a, b}, 2);

	for (int i = 0; i < 200000; i++)
		chain = formula_both(formulas, chain,
			formula_implies(formulas, formula_not(chain), formula_variable(formulas)));
	assert_true(solver_value(solver, chain));
	assert_false(solver_value(solver, b));
	assert_false(solver_value(solver, formula_both(formulas, chain, b)));
	solver_require(solver, chain);
	assert_int_equal(solver_solve(solver, NULL, 0), SOLVER_SATISFIABLE);
	assert_true(solver_value(solver, chain));
	assert_int_equal(search_fixed(solver, a), FORMULA_TRUE);
	assert_int_equal(search_fixed(solver, -a), FORMULA_FALSE);
	assert_int_equal(search_fixed(solver, b), FORMULA_NONE);
	solver_destroy(solver);
	formulas_destroy(formulas);
}

/* More pigeons than holes: hard for any solver of this kind. */
static struct solver *pigeons(struct formulas *formulas, int holes)
{
	formula sits[20][20];
	struct solver *solver = solver_create(formulas);

	for (int p = 0; p <= holes; p++) {
		for (int h = 0; h < holes; h++)
			sits[p][h] = formula_variable(formulas);
		solver_require_any(solver, sits[p], (size_t)holes);
	}
	for (int h = 0; h < holes; h++) {
		formula guests[20];

		for (int p = 0; p <= holes; p++)
			guests[p] = sits[p][h];
		solver_require(solver, formula_at_most_one(formulas, guests, (size_t)holes + 1));
	}
	return solver;
}

static void *raise_flag(void *flag)
{
	nanosleep(&(struct timespec){0, 50 * 1000 * 1000}, NULL);
	atomic_store((atomic_bool *)flag, true);
	return NULL;
}

static void a_flag_interrupts(void **state)
{
	(void)state;

	struct formulas *formulas = formulas_create();
	struct solver *solver = pigeons(formulas, 14);
	atomic_bool flag = false;
	pthread_t thread;

	solver_interrupt_on(solver, &flag);
	assert_int_equal(search_solve(solver, NULL, 0, 100), SOLVER_INTERRUPTED);
	assert_false(search_is_interrupted(solver));
	pthread_create(&thread, NULL, raise_flag, &flag);
	assert_int_equal(solver_solve(solver, NULL, 0), SOLVER_INTERRUPTED);
	pthread_join(thread, NULL);
	assert_true(search_is_interrupted(solver));

	/* Answers again afterwards. */
	flag = false;
	solver_require(solver, FORMULA_FALSE);
	assert_int_equal(solver_solve(solver, NULL, 0), SOLVER_UNSATISFIABLE);
	solver_destroy(solver);
	formulas_destroy(formulas);
}

/* Twice the same calls: twice the same models and failed assumptions. */
static void answers_are_deterministic(void **state)
{
	(void)state;

	unsigned history[2][600];

	memset(history, 0, sizeof(history));
	for (int turn = 0; turn < 2; turn++) {
		struct random random = {7};

		for (int round = 0; round < 100; round++) {
			struct problem *problem =
				problem_create(&random, (struct problem_shape){35, 3, 1});
			struct solver *solver = solver_of(problem);

			for (int i = 0; i < 6; i++) {
				formula assumptions[3];
				struct truth_table ignored;
				unsigned *entry = &history[turn][6 * round + i];
				size_t count = 0;

				for (int j = 0; j < 3; j++)
					assumptions[j] = problem_pick(problem, &random, &ignored);
				if (solver_solve(solver, assumptions, 3) == SOLVER_SATISFIABLE) {
					*entry = 1000 + (unsigned)check_model(problem, solver);
				} else {
					solver_failed(solver, &count);
					*entry = (unsigned)count;
				}
			}
			solver_destroy(solver);
			problem_destroy(problem);
		}
	}
	assert_memory_equal(history[0], history[1], sizeof(history[0]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(questions_agree_with_all_assignments),
		cmocka_unit_test(later_formulas_have_values),
		cmocka_unit_test(a_flag_interrupts),
		cmocka_unit_test(answers_are_deterministic),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
