/* Questions about all models: core, uniqueness. */
#include "problem.h"

#include "base/memory.h"
#include "solver/core.h"
#include "solver/uniqueness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define MOST_ITEMS 10

/* A problem, a solver for it, assumptions and items, and the models allowed. */
struct question {
	struct problem *problem;
	struct solver *solver;
	formula assumptions[4];
	size_t assumption_count;
	formula items[MOST_ITEMS];
	struct truth_table tables[MOST_ITEMS];
	size_t item_count;
	struct truth_table models;
};

static struct question question_create(struct random *random)
{
	struct question question = {0};
	struct problem_shape shape = {(int)random_below(random, 35),
		(int)random_below(random, PROBLEM_VARIABLES + 1), (int)random_below(random, 3)};

	question.problem = problem_create(random, shape);
	question.solver = solver_create(question.problem->formulas);
	question.models = question.problem->models;
	for (int i = 0; i < question.problem->required_count; i++)
		solver_require(question.solver, question.problem->required[i]);
	question.assumption_count = random_below(random, 4);
	for (size_t i = 0; i < question.assumption_count; i++) {
		struct truth_table table;

		question.assumptions[i] = problem_pick(question.problem, random, &table);
		question.models = table_and(question.models, table);
	}
	question.item_count = random_below(random, MOST_ITEMS + 1);
	for (size_t i = 0; i < question.item_count; i++)
		question.items[i] = problem_pick(question.problem, random, &question.tables[i]);
	return question;
}

static void question_destroy(struct question *question)
{
	solver_destroy(question->solver);
	problem_destroy(question->problem);
}

static void check_uniqueness(struct question *question)
{
	struct truth_table all = question->models;
	struct truth_table others;

	for (size_t i = 0; i < question->item_count; i++)
		all = table_and(all, question->tables[i]);
	others = table_and(question->models, table_not(all));
	assert_int_equal(
		uniqueness_find_other(question->solver, question->items, question->item_count,
			question->assumptions, question->assumption_count),
		table_is_empty(&others) ? SOLVER_UNSATISFIABLE : SOLVER_SATISFIABLE);
	if (table_is_empty(&others))
		return;

	int assignment = 0;

	for (int v = 0; v < PROBLEM_VARIABLES; v++)
		assignment |= solver_value(question->solver, question->problem->variables[v]) << v;
	assert_true(table_holds(&others, assignment));
}

static void check_core(struct question *question)
{
	struct truth_table all = question->models;
	formula *core;
	size_t count;

	for (size_t i = 0; i < question->item_count; i++)
		all = table_and(all, question->tables[i]);

	enum solver_answer answer = core_find(question->solver, question->assumptions,
		question->assumption_count, question->items, question->item_count, &core, &count);

	if (!table_is_empty(&all)) {
		assert_int_equal(answer, SOLVER_SATISFIABLE);
		assert_null(core);
		return;
	}
	assert_int_equal(answer, SOLVER_UNSATISFIABLE);

	struct truth_table in_core[MOST_ITEMS];
	size_t next = 0;

	for (size_t i = 0; i < count; i++) {
		while (next < question->item_count && question->items[next] != core[i])
			next++;
		assert_true(next < question->item_count);
		in_core[i] = question->tables[next++];
	}
	for (size_t left_out = 0; left_out <= count; left_out++) {
		struct truth_table rest = question->models;

		for (size_t i = 0; i < count; i++)
			if (i != left_out)
				rest = table_and(rest, in_core[i]);
		assert_int_equal(table_is_empty(&rest), left_out == count);
	}
	memory_release(core);
}

/* All questions to the same solver, so that none may spoil it for the next. */
static void questions_agree_with_all_assignments(void **state)
{
	(void)state;

	struct random random = random_start();

	for (int round = 0; round < 3000; round++) {
		struct question question = question_create(&random);

		for (int i = 0; i < 4; i++) {
			if (random_below(&random, 2) == 0)
				check_uniqueness(&question);
			else
				check_core(&question);
		}
		question_destroy(&question);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(questions_agree_with_all_assignments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
