/* Questions about all models: backbone, core, enumeration, uniqueness. */
#include "problem.h"

#include "base/memory.h"
#include "solver/backbone.h"
#include "solver/core.h"
#include "solver/enumeration.h"
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

static void check_backbone(struct question *question)
{
	enum backbone_value values[MOST_ITEMS];
	enum solver_answer answer = backbone_find(question->solver, question->items,
		question->item_count, question->assumptions, question->assumption_count, values);

	if (table_is_empty(&question->models)) {
		assert_int_equal(answer, SOLVER_UNSATISFIABLE);
		return;
	}
	assert_int_equal(answer, SOLVER_SATISFIABLE);
	for (size_t i = 0; i < question->item_count; i++) {
		struct truth_table with = table_and(question->models, question->tables[i]);
		struct truth_table without =
			table_and(question->models, table_not(question->tables[i]));
		enum backbone_value expected = table_is_empty(&without) ? BACKBONE_ALWAYS
					       : table_is_empty(&with)  ? BACKBONE_NEVER
									: BACKBONE_VARIES;

		assert_int_equal(values[i], expected);
	}
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

/* Bit i of a pattern is the value of item i. */
struct visited {
	bool patterns[1 << MOST_ITEMS];
	size_t count;
	size_t wanted;
};

static bool visit(void *context, const bool *values, size_t count)
{
	struct visited *visited = context;
	unsigned pattern = 0;

	for (size_t i = 0; i < count; i++)
		pattern |= (unsigned)values[i] << i;
	assert_false(visited->patterns[pattern]); /* no model twice */
	visited->patterns[pattern] = true;
	return ++visited->count < visited->wanted;
}

static void check_enumeration(struct question *question, size_t limit, size_t wanted)
{
	struct visited *expected = memory_allocate(1, sizeof(*expected));
	struct visited *visited = memory_allocate(1, sizeof(*visited));

	visited->wanted = wanted;
	for (int i = 0; i < PROBLEM_ASSIGNMENTS; i++) {
		unsigned pattern = 0;

		if (!table_holds(&question->models, i))
			continue;
		for (size_t j = 0; j < question->item_count; j++)
			pattern |= (unsigned)table_holds(&question->tables[j], i) << j;
		expected->count += !expected->patterns[pattern];
		expected->patterns[pattern] = true;
	}

	enum solver_answer answer =
		enumeration_run(question->solver, question->items, question->item_count,
			question->assumptions, question->assumption_count, limit, visit, visited);
	size_t most = wanted < limit ? wanted : limit;

	for (int i = 0; i < 1 << MOST_ITEMS; i++)
		assert_true(expected->patterns[i] || !visited->patterns[i]);
	if (expected->count < most) {
		assert_int_equal(answer, SOLVER_UNSATISFIABLE);
		assert_int_equal(visited->count, expected->count);
	} else {
		assert_int_equal(answer, SOLVER_SATISFIABLE);
		assert_int_equal(visited->count, most);
	}
	memory_release(expected);
	memory_release(visited);
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
			switch (random_below(&random, 4)) {
			case 0:
				check_backbone(&question);
				break;
			case 1:
				check_uniqueness(&question);
				break;
			case 2:
				check_enumeration(&question, 1 + random_below(&random, 300),
					1 + random_below(&random, 300));
				break;
			case 3:
				check_core(&question);
				break;
			}
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
