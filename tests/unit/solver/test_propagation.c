#include "situation.h"

#include "base/memory.h"
#include "solver/propagation/justification.h"
#include "solver/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct propagation *propagate(const struct situation *situation)
{
	const struct problem *problem = situation->problem;

	return propagation_create(situation->evaluation, ~UINT64_C(0), problem->required,
		(size_t)problem->required_count);
}

static struct problem_shape any_shape(struct random *random)
{
	return (struct problem_shape){2 + (int)random_below(random, 36),
		(int)random_below(random, PROBLEM_VARIABLES + 1), 1 + (int)random_below(random, 5)};
}

static bool is_subset(const struct truth_table *part, struct truth_table whole)
{
	struct truth_table outside = table_and(*part, table_not(whole));

	return table_is_empty(&outside);
}

static void what_follows_holds_in_all_models(void **state)
{
	struct random random = random_start();
	int refuted_count = 0;

	(void)state;
	for (int round = 0; round < 1500; round++) {
		struct situation situation = situation_create(&random, any_shape(&random));
		const struct problem *problem = situation.problem;
		struct propagation *propagation = propagate(&situation);
		const struct evaluation *found = propagation_evaluation(propagation);
		uint64_t refuted = propagation_refuted(propagation);

		for (unsigned i = 0; i < 64; i++) {
			const struct truth_table *possible = &situation.possible[i];

			if (refuted >> i & 1) {
				refuted_count++;
				assert_true(table_is_empty(possible));
				continue;
			}
			for (int j = 0; j < problem->count; j++) {
				formula member = problem->members[j];

				if (evaluation_true(found, member) >> i & 1)
					assert_true(is_subset(possible, problem->tables[j]));
				if (evaluation_false(found, member) >> i & 1)
					assert_true(
						is_subset(possible, table_not(problem->tables[j])));
				/* Nothing is lost. */
				assert_false(
					(evaluation_open(found, member) &
						~evaluation_open(situation.evaluation, member)) >>
						i &
					1);
			}
		}
		propagation_destroy(propagation);
		situation_destroy(&situation);
	}
	assert_true(refuted_count > 1000);
}

static struct propagation *propagate_at_once(const struct situation *situation)
{
	const struct problem *problem = situation->problem;

	return propagation_create_at_once(situation->evaluation, ~UINT64_C(0), problem->required,
		(size_t)problem->required_count);
}

static void at_once_comes_to_the_same(void **state)
{
	struct random random = random_start();
	size_t steps = 0, steps_at_once = 0;

	(void)state;
	for (int round = 0; round < 1500; round++) {
		struct situation situation = situation_create(&random, any_shape(&random));
		struct propagation *one = propagate(&situation);
		struct propagation *other = propagate_at_once(&situation);
		uint64_t passing = ~propagation_refuted(one);

		assert_true(propagation_refuted(other) == ~passing);
		for (int j = 0; j < situation.problem->count; j++) {
			formula member = situation.problem->members[j];

			assert_true(
				((evaluation_true(propagation_evaluation(one), member) ^
					 evaluation_true(propagation_evaluation(other), member)) &
					passing) == 0);
			assert_true(
				((evaluation_false(propagation_evaluation(one), member) ^
					 evaluation_false(propagation_evaluation(other), member)) &
					passing) == 0);
		}
		steps += propagation_steps(one);
		steps_at_once += propagation_steps(other);
		propagation_destroy(one);
		propagation_destroy(other);
		situation_destroy(&situation);
	}
	assert_true(steps_at_once < steps);
}

static void what_is_left_keeps_the_models(void **state)
{
	struct random random = random_start();

	(void)state;
	for (int round = 0; round < 1500; round++) {
		struct situation situation = situation_create(&random, any_shape(&random));
		struct propagation *propagation =
			round % 2 ? propagate(&situation) : propagate_at_once(&situation);
		unsigned assignment = random_below(&random, 64);

		if (!(propagation_refuted(propagation) >> assignment & 1)) {
			check_restriction(
				&situation, propagation_evaluation(propagation), assignment);
			check_parts(&situation, propagation_evaluation(propagation), assignment);
		}
		propagation_destroy(propagation);
		situation_destroy(&situation);
	}
}

/* A unit clause after another, each of which the next one needs: what a solver finds out before it
 * decides anything. The row is given in an order that no single pass along it would follow. */
static void a_row_of_demands_is_followed_both_ways(void **state)
{
	enum {
		SIZE = 2000
	};
	struct formulas *formulas = formulas_create();
	formula row[SIZE], required[SIZE];
	struct network *network;
	struct evaluation *evaluation;
	struct propagation *propagation;

	(void)state;
	for (int i = 0; i < SIZE; i++)
		row[i] = formula_variable(formulas);
	for (int i = 0; i + 1 < SIZE; i++)
		required[i] = i % 2 ? formula_implies(formulas, row[i], row[i + 1])
				    : formula_equivalent(formulas, row[i + 1], row[i]);
	required[SIZE - 1] = row[0];
	network = network_create(formulas);
	evaluation = evaluation_create(network);
	evaluation_assign(evaluation, row[SIZE - 1], 0, 2);
	evaluation_run(evaluation);
	propagation = propagation_create(evaluation, 3, required, SIZE);
	assert_int_equal(propagation_refuted(propagation), 2);
	for (int i = 0; i < SIZE; i++)
		assert_int_equal(
			evaluation_true(propagation_evaluation(propagation), row[i]) & 1, 1);
	assert_in_range(propagation_steps(propagation), SIZE, 8 * SIZE);
	propagation_destroy(propagation);
	evaluation_destroy(evaluation);
	network_destroy(network);
	formulas_destroy(formulas);
}

/* ---- reasons ---- */

/* Of a member, of what is none but a constant, or of the contrary. */
static struct truth_table problem_table(const struct problem *problem, formula operand)
{
	struct truth_table table = {{0}};

	if (operand == FORMULA_TRUE)
		return table_not(table);
	for (int i = 0; i < problem->count; i++) {
		if (problem->members[i] == operand)
			return problem->tables[i];
		if (problem->members[i] == -operand)
			table = table_not(problem->tables[i]);
	}
	return table;
}

/* The values assigned, the demands and definitions named, and nothing else. */
static void check_reasons(
	const struct situation *situation, const struct justification *why, unsigned assignment)
{
	const struct problem *problem = situation->problem;
	struct truth_table models = table_not((struct truth_table){0});

	for (int v = 0; v < PROBLEM_VARIABLES; v++) {
		formula variable = problem->variables[v];
		struct truth_table table = problem->tables[v];

		if (formula_definition(problem->formulas, variable) != FORMULA_NONE)
			continue;
		if (evaluation_true(situation->evaluation, variable) >> assignment & 1)
			models = table_and(models, table);
		if (evaluation_false(situation->evaluation, variable) >> assignment & 1)
			models = table_and(models, table_not(table));
	}
	for (size_t i = 0; i < why->required_count; i++)
		models = table_and(
			models, problem_table(problem, problem->required[why->required[i]]));
	for (size_t i = 0; i < why->definition_count; i++) {
		formula variable = why->definitions[i];
		struct truth_table one = problem_table(problem, variable);
		struct truth_table other =
			problem_table(problem, formula_definition(problem->formulas, variable));

		models = table_and(models, table_not(table_and(one, table_not(other))));
		models = table_and(models, table_not(table_and(table_not(one), other)));
	}
	assert_true(table_is_empty(&models));
}

static void rank(const struct problem *problem, uint32_t *ranks, int32_t last)
{
	memset(ranks, UINT8_MAX, ((size_t)last + 1) * sizeof(*ranks));
	for (uint32_t v = 0; v < PROBLEM_VARIABLES; v++)
		ranks[problem->variables[v]] = v;
}

static void reasons_contradict_each_other(void **state)
{
	struct random random = random_start();
	int found = 0;

	(void)state;
	for (int round = 0; round < 1500; round++) {
		struct situation situation = situation_create(&random, any_shape(&random));
		struct propagation *propagation = propagate(&situation);
		int32_t last = network_last(situation.network);
		uint32_t *ranks = memory_allocate((size_t)last + 1, sizeof(*ranks));
		struct justifier *justifier;

		rank(situation.problem, ranks, last);
		justifier = justifier_create(propagation, ranks);
		for (unsigned i = 0; i < 64; i++) {
			struct justification why;

			if (!(propagation_refuted(propagation) >> i & 1))
				continue;
			found++;
			why = justifier_find(justifier, i);
			check_reasons(&situation, &why, i);
			justification_finish(&why);
		}
		justifier_destroy(justifier);
		memory_release(ranks);
		propagation_destroy(propagation);
		situation_destroy(&situation);
	}
	assert_true(found > 1000);
}

/* ---- the order in which formulas are made ---- */

/* A chain of choices, made from its start or from its end: `order` tells which comes when. */
struct choices {
	struct formulas *formulas;
	formula variables[24];
	formula required[24];
	struct network *network;
	struct evaluation *evaluation;
	struct propagation *propagation;
};

enum {
	CHOICES = 24
};

static formula clause(struct choices *choices, const uint32_t *numbers, bool is_turned)
{
	formula operands[3];

	for (int i = 0; i < 3; i++) {
		uint32_t number = numbers[is_turned ? 2 - i : i];

		operands[i] = choices->variables[number / 2] * (number % 2 ? 1 : -1);
	}
	return formula_or(choices->formulas, operands, 3);
}

static struct choices choices_create(
	uint32_t numbers[CHOICES][3], const uint64_t *values, bool is_turned)
{
	struct choices choices = {.formulas = formulas_create()};

	for (int i = 0; i < CHOICES; i++)
		choices.variables[is_turned ? CHOICES - 1 - i : i] =
			formula_variable(choices.formulas);
	for (int i = 0; i < CHOICES; i++) {
		int next = is_turned ? CHOICES - 1 - i : i;

		choices.required[next] = clause(&choices, numbers[next], is_turned);
	}
	choices.network = network_create(choices.formulas);
	choices.evaluation = evaluation_create(choices.network);
	for (int i = 0; i < CHOICES; i++)
		evaluation_assign(choices.evaluation, choices.variables[i],
			values[2 * i] & values[2 * i + 1], values[2 * i] & ~values[2 * i + 1]);
	evaluation_run(choices.evaluation);
	choices.propagation =
		propagation_create(choices.evaluation, ~UINT64_C(0), choices.required, CHOICES);
	return choices;
}

static void choices_destroy(struct choices *choices)
{
	propagation_destroy(choices->propagation);
	evaluation_destroy(choices->evaluation);
	network_destroy(choices->network);
	formulas_destroy(choices->formulas);
}

/* The demands told, as bits. */
static uint64_t reasons_of(const struct choices *choices, unsigned assignment)
{
	int32_t last = network_last(choices->network);
	uint32_t *ranks = memory_allocate((size_t)last + 1, sizeof(*ranks));
	struct justifier *justifier;
	struct justification why;
	uint64_t told = 0;

	memset(ranks, UINT8_MAX, ((size_t)last + 1) * sizeof(*ranks));
	for (uint32_t i = 0; i < CHOICES; i++)
		ranks[choices->variables[i]] = i;
	justifier = justifier_create(choices->propagation, ranks);
	why = justifier_find(justifier, assignment);
	for (size_t i = 0; i < why.required_count; i++)
		told |= UINT64_C(1) << why.required[i];
	justification_finish(&why);
	justifier_destroy(justifier);
	memory_release(ranks);
	return told;
}

static uint64_t random_word(struct random *random)
{
	return (uint64_t)random_below(random, 65536) << 48 |
	       (uint64_t)random_below(random, 65536) << 32 |
	       (uint64_t)random_below(random, 65536) << 16 | random_below(random, 65536);
}

static void reasons_do_not_depend_on_numbers(void **state)
{
	struct random random = random_start();
	int found = 0;

	(void)state;
	for (int round = 0; round < 300; round++) {
		uint32_t numbers[CHOICES][3];
		uint64_t values[2 * CHOICES];
		struct choices choices, turned;
		uint64_t refuted;

		for (int i = 0; i < CHOICES; i++)
			for (int j = 0; j < 3; j++)
				numbers[i][j] = random_below(&random, 2 * CHOICES);
		for (int i = 0; i < 2 * CHOICES; i++)
			values[i] = random_word(&random);
		choices = choices_create(numbers, values, false);
		turned = choices_create(numbers, values, true);
		refuted = propagation_refuted(choices.propagation);
		assert_true(refuted == propagation_refuted(turned.propagation));
		for (unsigned i = 0; i < 64; i++) {
			if (!(refuted >> i & 1))
				continue;
			found++;
			assert_true(reasons_of(&choices, i) == reasons_of(&turned, i));
		}
		choices_destroy(&choices);
		choices_destroy(&turned);
	}
	assert_true(found > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_follows_holds_in_all_models),
		cmocka_unit_test(at_once_comes_to_the_same),
		cmocka_unit_test(what_is_left_keeps_the_models),
		cmocka_unit_test(a_row_of_demands_is_followed_both_ways),
		cmocka_unit_test(reasons_contradict_each_other),
		cmocka_unit_test(reasons_do_not_depend_on_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
