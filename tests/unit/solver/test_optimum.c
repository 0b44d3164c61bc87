#include "problem.h"

#include "base/memory.h"
#include "solver/minimum.h"
#include "solver/optimum.h"
#include "solver/totalizer.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>

#include <cmocka.h>

#define MOST_ITEMS 14

static int64_t sum_of(const struct optimum_item *items, const struct truth_table *tables,
	size_t count, int assignment)
{
	int64_t sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += table_holds(&tables[i], assignment) ? items[i].weight : 0;
	return sum;
}

/* Weights of the kinds that occur: equal, few different, many different, negative. */
static int64_t random_weight(struct random *random, uint32_t kind)
{
	static const int64_t few[] = {0, 10, 80, 90, 100};

	switch (kind) {
	case 0:
		return 1;
	case 1:
		return few[random_below(random, 5)];
	case 2:
		return random_below(random, 12);
	case 3:
		return (int64_t)random_below(random, 41) - 20;
	default:
		return (int64_t)random_below(random, 1u << 31) << 25;
	}
}

static void check_optimum(const struct problem *problem, struct solver *solver,
	struct random *random, struct truth_table models)
{
	struct optimum_item items[MOST_ITEMS];
	struct truth_table tables[MOST_ITEMS];
	size_t count = random_below(random, MOST_ITEMS + 1);
	uint32_t kind = random_below(random, 5);
	bool is_maximum = random_below(random, 2);
	struct truth_table best = {{0}};
	int64_t best_sum = 0;
	int64_t sum;

	for (size_t i = 0; i < count; i++) {
		items[i].counted = problem_pick(problem, random, &tables[i]);
		items[i].weight = random_weight(random, kind);
	}
	for (int i = 0; i < PROBLEM_ASSIGNMENTS; i++) {
		int64_t reached = sum_of(items, tables, count, i);
		bool is_better = is_maximum ? reached > best_sum : reached < best_sum;

		if (!table_holds(&models, i))
			continue;
		if (table_is_empty(&best) || is_better) {
			best = (struct truth_table){{0}};
			best_sum = reached;
		}
		if (reached == best_sum)
			best.words[i / 64] |= UINT64_C(1) << i % 64;
	}

	enum solver_answer answer = optimum_narrow(
		solver, is_maximum ? OPTIMUM_MAXIMISE : OPTIMUM_MINIMISE, items, count, &sum);
	int assignment = 0;

	if (table_is_empty(&models)) {
		assert_int_equal(answer, SOLVER_UNSATISFIABLE);
		return;
	}
	assert_int_equal(answer, SOLVER_SATISFIABLE);
	assert_true(sum == best_sum);
	for (int v = 0; v < PROBLEM_VARIABLES; v++)
		assignment |= solver_value(solver, problem->variables[v]) << v;
	assert_true(table_holds(&best, assignment));

	/* All best models are left, and no others. */
	for (int i = 0; i < PROBLEM_ASSIGNMENTS; i++) {
		formula values[PROBLEM_VARIABLES];

		if (i % 16 && !table_holds(&best, i))
			continue;
		for (int v = 0; v < PROBLEM_VARIABLES; v++)
			values[v] = i >> v & 1 ? problem->variables[v] : -problem->variables[v];
		assert_int_equal(solver_solve(solver, values, PROBLEM_VARIABLES),
			table_holds(&best, i) ? SOLVER_SATISFIABLE : SOLVER_UNSATISFIABLE);
	}
}

static void optimum_agrees_with_all_assignments(void **state)
{
	(void)state;

	struct random random = random_start();

	for (int round = 0; round < 4000; round++) {
		struct problem_shape shape = {(int)random_below(&random, 35),
			(int)random_below(&random, PROBLEM_VARIABLES + 1),
			(int)random_below(&random, 3)};
		struct problem *problem = problem_create(&random, shape);
		struct solver *solver = solver_create(problem->formulas);

		for (int i = 0; i < problem->required_count; i++)
			solver_require(solver, problem->required[i]);
		check_optimum(problem, solver, &random, problem->models);
		solver_destroy(solver);
		problem_destroy(problem);
	}
}

/* One optimum after the other, as topology and technologies are. */
static void optima_can_follow_each_other(void **state)
{
	(void)state;

	struct formulas *formulas = formulas_create();
	formula a = formula_variable(formulas);
	formula b = formula_variable(formulas);
	formula c = formula_variable(formulas);
	struct solver *solver = solver_create(formulas);
	struct optimum_item first[] = {{a, 100}, {b, 100}, {c, 200}};
	struct optimum_item second[] = {{a, 1}, {c, 1}};
	int64_t sum;

	/* Either two cheap ones or one dear one; then the fewer of a and c. */
	solver_require_any(solver, (formula[]){a, c}, 2);
	solver_require_any(solver, (formula[]){b, c}, 2);
	solver_require_any(solver, (formula[]){a, -c}, 2);
	assert_int_equal(
		optimum_narrow(solver, OPTIMUM_MINIMISE, first, 3, &sum), SOLVER_SATISFIABLE);
	assert_int_equal(sum, 200);
	assert_int_equal(
		optimum_narrow(solver, OPTIMUM_MINIMISE, second, 2, &sum), SOLVER_SATISFIABLE);
	assert_int_equal(sum, 1);
	assert_true(solver_value(solver, b));
	assert_int_equal(
		optimum_narrow(solver, OPTIMUM_MAXIMISE, first, 3, &sum), SOLVER_SATISFIABLE);
	assert_int_equal(sum, 200);
	solver_destroy(solver);
	formulas_destroy(formulas);
}

/* Groups of which one, two or three are needed, and a chain that needs everything before it. */
static void many_items_are_fast(void **state)
{
	(void)state;
	enum {
		ITEMS = 6000
	};
	struct formulas *formulas = formulas_create();
	struct optimum_item *items = memory_allocate(ITEMS, sizeof(*items));
	struct solver *solver;
	int64_t expected = 0;
	int64_t sum;

	for (int i = 0; i < ITEMS; i++)
		items[i] = (struct optimum_item){formula_variable(formulas), 100};
	solver = solver_create(formulas);
	for (int i = 0; i + 6 <= ITEMS / 2; i += 6) {
		for (int j = 0; j < 6; j++) {
			for (int k = j + 1; k < 6; k++)
				solver_require_any(solver,
					(formula[]){items[i + j].counted, items[i + k].counted,
						items[i + (k + 1) % 6].counted},
					3);
		}
		expected += 300;
	}
	for (int i = ITEMS / 2 + 1; i < ITEMS; i++) {
		solver_require_any(solver, (formula[]){-items[i].counted, items[i - 1].counted}, 2);
		expected += 100;
	}
	expected += 100;
	solver_require(solver, items[ITEMS - 1].counted);
	assert_int_equal(
		optimum_narrow(solver, OPTIMUM_MINIMISE, items, ITEMS, &sum), SOLVER_SATISFIABLE);
	assert_true(sum <= expected && sum > expected / 2);
	solver_destroy(solver);
	formulas_destroy(formulas);
	memory_release(items);
}

static void *raise_flag(void *flag)
{
	nanosleep(&(struct timespec){0, 50 * 1000 * 1000}, NULL);
	atomic_store((atomic_bool *)flag, true);
	return NULL;
}

/* One pigeon too many, or the way out that is to be avoided: its cost is easy to see for us only.
 */
static void an_optimum_can_be_interrupted(void **state)
{
	(void)state;
	enum {
		HOLES = 13
	};
	struct formulas *formulas = formulas_create();
	formula escape = formula_variable(formulas);
	formula sits[HOLES + 1][HOLES + 1];
	struct solver *solver = solver_create(formulas);
	struct optimum_item items[] = {{escape, 1}};
	atomic_bool flag = false;
	pthread_t thread;
	int64_t sum;

	for (int i = 0; i <= HOLES; i++) {
		for (int j = 0; j < HOLES; j++)
			sits[i][j] = formula_variable(formulas);
		sits[i][HOLES] = escape;
		solver_require_any(solver, sits[i], HOLES + 1);
	}
	for (int j = 0; j < HOLES; j++) {
		formula guests[HOLES + 1];

		for (int i = 0; i <= HOLES; i++)
			guests[i] = sits[i][j];
		solver_require(solver, formula_at_most_one(formulas, guests, HOLES + 1));
	}
	solver_interrupt_on(solver, &flag);
	pthread_create(&thread, NULL, raise_flag, &flag);
	assert_int_equal(
		optimum_narrow(solver, OPTIMUM_MINIMISE, items, 1, &sum), SOLVER_INTERRUPTED);
	pthread_join(thread, NULL);
	assert_int_equal(minimum_narrow(solver, &escape, 1), SOLVER_INTERRUPTED);
	solver_destroy(solver);
	formulas_destroy(formulas);
}

static void totalizers_count(void **state)
{
	(void)state;
	enum {
		INPUTS = 11
	};
	struct formulas *formulas = formulas_create();
	formula inputs[INPUTS];
	struct totalizer *totalizer;
	struct solver *solver;

	for (int i = 0; i < INPUTS; i++)
		inputs[i] = formula_variable(formulas);
	totalizer = totalizer_create(formulas, inputs, INPUTS);
	solver = solver_create(formulas);
	for (int assignment = 0; assignment < 1 << INPUTS; assignment += 7) {
		formula values[INPUTS];
		size_t holding = 0;

		for (int i = 0; i < INPUTS; i++) {
			holding += assignment >> i & 1;
			values[i] = assignment >> i & 1 ? inputs[i] : -inputs[i];
		}
		assert_int_equal(solver_solve(solver, values, INPUTS), SOLVER_SATISFIABLE);
		for (size_t bound = 0; bound <= INPUTS + 1; bound++)
			assert_int_equal(solver_value(solver, totalizer_at_least(totalizer, bound)),
				holding >= bound);
	}
	solver_destroy(solver);
	totalizer_destroy(totalizer);
	formulas_destroy(formulas);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(optimum_agrees_with_all_assignments),
		cmocka_unit_test(optima_can_follow_each_other),
		cmocka_unit_test(many_items_are_fast),
		cmocka_unit_test(an_optimum_can_be_interrupted),
		cmocka_unit_test(totalizers_count),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
