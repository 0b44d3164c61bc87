/* Problems too large for truth tables, against simple methods that ask one thing at a time. */
#include "problem.h"

#include "base/memory.h"
#include "solver/evaluation.h"
#include "solver/minimum.h"
#include "solver/optimum.h"
#include "solver/totalizer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Variables, some defined by others in circles, and clauses over neighbours. */
struct large {
	struct formulas *formulas;
	struct solver *solver;
	formula *variables;
	size_t count;
};

static formula literal_near(const struct large *large, struct random *random, size_t place)
{
	size_t span = large->count < 30 ? large->count : 30;
	formula variable =
		large->variables[(place + random_below(random, (uint32_t)span)) % large->count];

	return random_below(random, 3) ? variable : formula_not(variable);
}

static struct large large_create(struct random *random, size_t count)
{
	struct large large = {.formulas = formulas_create(), .count = count};
	size_t clauses = count / 2 + random_below(random, (uint32_t)count);

	large.variables = memory_allocate(count, sizeof(*large.variables));
	for (size_t i = 0; i < count; i++)
		large.variables[i] = formula_variable(large.formulas);
	for (size_t i = 0; i < count; i += 3) {
		formula parts[3];

		for (int j = 0; j < 3; j++)
			parts[j] = formula_index(literal_near(&large, random, i + 1));
		if (random_below(random, 2))
			formula_define(large.formulas, large.variables[i],
				formula_or(large.formulas, parts, 3));
		else if (random_below(random, 2))
			formula_define(large.formulas, large.variables[i],
				formula_and(large.formulas, parts, 2));
	}
	large.solver = solver_create(large.formulas);
	for (size_t i = 0; i < clauses; i++) {
		size_t place = random_below(random, (uint32_t)count);
		formula clause[4];

		for (int j = 0; j < 4; j++)
			clause[j] = literal_near(&large, random, place);
		if (random_below(random, 10) == 0)
			solver_require(large.solver,
				formula_implies(large.formulas, clause[0],
					formula_at_most_one(large.formulas, clause + 1, 3)));
		else
			solver_require_any(large.solver, clause, 2 + random_below(random, 3));
	}
	return large;
}

static void large_destroy(struct large *large)
{
	solver_destroy(large->solver);
	formulas_destroy(large->formulas);
	memory_release(large->variables);
}

/* In a random order, a few twice or negated. */
static formula *shuffled_items(const struct large *large, struct random *random)
{
	formula *items = memory_allocate(large->count, sizeof(*items));

	for (size_t i = 0; i < large->count; i++)
		items[i] = large->variables[i];
	for (size_t i = large->count; i-- > 1;) {
		size_t other = random_below(random, (uint32_t)i + 1);
		formula item = items[i];

		items[i] = items[other];
		items[other] = random_below(random, 20) ? item : formula_not(item);
		if (random_below(random, 20) == 0)
			items[i] = items[other];
	}
	return items;
}

static void check_minimum(const struct large *large, struct random *random)
{
	formula *items = shuffled_items(large, random);
	bool *found = memory_allocate(large->count, sizeof(*found));
	struct solver *narrowed = solver_fork(large->solver, NULL, 0);
	struct solver *simple = solver_fork(large->solver, NULL, 0);
	enum solver_answer answer = minimum_narrow(narrowed, items, large->count);

	assert_int_equal(solver_solve(simple, NULL, 0), answer);
	for (size_t i = 0; i < large->count && answer == SOLVER_SATISFIABLE; i++)
		found[i] = solver_value(narrowed, items[i]);
	for (size_t i = 0; i < large->count && answer == SOLVER_SATISFIABLE; i++) {
		formula absent = formula_not(items[i]);
		bool can_be_absent = solver_solve(simple, &absent, 1) == SOLVER_SATISFIABLE;

		assert_int_equal(found[i], !can_be_absent);
		solver_require(simple, can_be_absent ? absent : items[i]);
	}
	solver_destroy(narrowed);
	solver_destroy(simple);
	memory_release(items);
	memory_release(found);
}

/* No model has one less, counted by a single totalizer. Weights are one or two. */
static void check_optimum(const struct large *large, struct random *random)
{
	struct optimum_item *items = memory_allocate(large->count, sizeof(*items));
	formula *inputs = memory_allocate(2 * large->count, sizeof(*inputs));
	size_t input_count = 0;
	struct solver *narrowed = solver_fork(large->solver, NULL, 0);
	enum optimum_direction direction =
		random_below(random, 2) ? OPTIMUM_MINIMISE : OPTIMUM_MAXIMISE;
	bool is_weighted = random_below(random, 2);
	int64_t sum;

	for (size_t i = 0; i < large->count; i++) {
		int64_t weight = is_weighted ? 1 + random_below(random, 2) : 1;

		items[i] = (struct optimum_item){large->variables[i], weight};
		for (int64_t j = 0; j < weight; j++)
			inputs[input_count++] = large->variables[i];
	}

	enum solver_answer answer = optimum_narrow(narrowed, direction, items, large->count, &sum);

	assert_int_equal(solver_solve(large->solver, NULL, 0), answer);
	if (answer == SOLVER_SATISFIABLE) {
		struct totalizer *totalizer =
			totalizer_create(large->formulas, inputs, input_count);
		formula better = direction == OPTIMUM_MAXIMISE
					 ? totalizer_at_least(totalizer, (size_t)sum + 1)
					 : formula_not(totalizer_at_least(totalizer, (size_t)sum));
		formula equal[2] = {totalizer_at_least(totalizer, (size_t)sum),
			formula_not(totalizer_at_least(totalizer, (size_t)sum + 1))};
		int64_t reached = 0;

		for (size_t i = 0; i < large->count; i++)
			reached += solver_value(narrowed, items[i].counted) ? items[i].weight : 0;
		assert_int_equal(reached, sum);
		assert_int_equal(solver_solve(large->solver, &better, 1), SOLVER_UNSATISFIABLE);

		/* What is narrowed has exactly the models that reach the sum. */
		for (int i = 0; i < 20; i++) {
			formula question[3] = {equal[0], equal[1],
				literal_near(large, random, random_below(random, 1000))};

			assert_int_equal(solver_solve(narrowed, question + 2, 1),
				solver_solve(large->solver, question, 3));
		}
		totalizer_destroy(totalizer);
	}
	solver_destroy(narrowed);
	memory_release(items);
	memory_release(inputs);
}

/* What the evaluation decides holds in all models; where nothing is open or cyclic, it is the
 * model. */
static void check_evaluation(const struct large *large, struct random *random)
{
	struct solver *definitions = solver_create(large->formulas);
	struct network *network = network_create(large->formulas);
	struct evaluation *evaluation = evaluation_create(network);
	formula *assumptions = memory_allocate(large->count + 1, sizeof(*assumptions));

	for (size_t i = 0; i < large->count; i++) {
		uint64_t is_true = (uint64_t)random_below(random, UINT32_MAX) << 32 |
				   random_below(random, UINT32_MAX);
		uint64_t is_open = random_below(random, 4) ? 0 : is_true << 3 ^ is_true >> 7;

		if (!formula_definition(large->formulas, large->variables[i]))
			evaluation_assign(evaluation, large->variables[i], is_true & ~is_open,
				~is_true & ~is_open);
	}
	evaluation_run(evaluation);
	for (unsigned lane = 0; lane < EVALUATION_ASSIGNMENTS; lane += 9) {
		size_t assumed = 0;
		enum solver_answer answer;

		for (size_t i = 0; i < large->count; i++) {
			formula variable = large->variables[i];

			if (formula_definition(large->formulas, variable))
				continue;
			if (evaluation_true(evaluation, variable) >> lane & 1)
				assumptions[assumed++] = variable;
			if (evaluation_false(evaluation, variable) >> lane & 1)
				assumptions[assumed++] = formula_not(variable);
		}
		answer = solver_solve(definitions, assumptions, assumed);
		for (size_t i = 0; i < large->count; i++) {
			formula variable = large->variables[i];
			bool is_true = evaluation_true(evaluation, variable) >> lane & 1;
			bool is_false = evaluation_false(evaluation, variable) >> lane & 1;
			bool is_cyclic = evaluation_cyclic(evaluation, variable) >> lane & 1;

			if (answer == SOLVER_SATISFIABLE && (is_true || is_false))
				assert_int_equal(solver_value(definitions, variable), is_true);
			assert_true(!is_cyclic || !(is_true || is_false));
		}
		for (int i = 0; i < 10; i++) {
			formula variable =
				large->variables[random_below(random, (uint32_t)large->count)];

			if (evaluation_true(evaluation, variable) >> lane & 1)
				variable = formula_not(variable);
			else if (!(evaluation_false(evaluation, variable) >> lane & 1))
				continue;
			assumptions[assumed] = variable;
			assert_int_equal(solver_solve(definitions, assumptions, assumed + 1),
				SOLVER_UNSATISFIABLE);
		}
	}
	memory_release(assumptions);
	evaluation_destroy(evaluation);
	network_destroy(network);
	solver_destroy(definitions);
}

static void evaluation_agrees_with_the_solver(void **state)
{
	(void)state;

	struct random random = random_start();

	for (int round = 0; round < 40; round++) {
		struct large large = large_create(&random, 20 + random_below(&random, 400));

		check_evaluation(&large, &random);
		large_destroy(&large);
	}
}

static void minimum_agrees_with_one_item_at_a_time(void **state)
{
	(void)state;

	struct random random = random_start();

	for (int round = 0; round < 20; round++) {
		struct large large =
			large_create(&random, 20 + random_below(&random, round < 15 ? 300 : 1800));

		check_minimum(&large, &random);
		large_destroy(&large);
	}
}

static void optimum_agrees_with_counting(void **state)
{
	(void)state;

	struct random random = random_start();

	for (int round = 0; round < 40; round++) {
		struct large large = large_create(&random, 20 + random_below(&random, 100));

		check_optimum(&large, &random);
		large_destroy(&large);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(evaluation_agrees_with_the_solver),
		cmocka_unit_test(minimum_agrees_with_one_item_at_a_time),
		cmocka_unit_test(optimum_agrees_with_counting),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
