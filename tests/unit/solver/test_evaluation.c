#include "situation.h"

#include "solver/parts.h"
#include "solver/propagation/justification.h"
#include "solver/propagation/propagation.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void open_values_spread_only_where_they_matter(void **state)
{
	(void)state;

	struct formulas *formulas = formulas_create();
	formula a = formula_variable(formulas);
	formula b = formula_variable(formulas);
	formula c = formula_variable(formulas);
	formula both = formula_both(formulas, a, b);
	formula any = formula_or(formulas, (formula[]){both, c}, 2);
	struct network *network = network_create(formulas);
	struct evaluation *evaluation = evaluation_create(network);
	formula *variables;

	/* Assignment 0: a open; 1: a false; 2: a open, c true; others: all open. */
	evaluation_assign(evaluation, a, 0, 2);
	evaluation_assign(evaluation, b, 7, 0);
	evaluation_assign(evaluation, c, 4, 3);
	evaluation_run(evaluation);
	assert_int_equal(evaluation_open(evaluation, any) & 7, 1);
	assert_int_equal(evaluation_false(evaluation, any) & 7, 2);
	assert_int_equal(evaluation_true(evaluation, any) & 7, 4);
	assert_int_equal(evaluation_cyclic(evaluation, any), 0);

	assert_int_equal(evaluation_dependencies(evaluation, -any, 0, &variables), 1);
	assert_int_equal(variables[0], a);
	memory_release(variables);
	assert_int_equal(evaluation_dependencies(evaluation, any, 2, &variables), 0);
	memory_release(variables);
	assert_int_equal(evaluation_dependencies(evaluation, any, 9, &variables), 3);
	assert_int_equal(variables[2], c);
	memory_release(variables);
	evaluation_destroy(evaluation);
	network_destroy(network);
	formulas_destroy(formulas);
}

/* A ring of n variables, each defined by the next "and" a gate: opening one gate decides all, one
 * after the other; if all gates are closed the ring decides nothing. */
static void a_ring_is_decided_from_outside(void **state)
{
	(void)state;
	enum {
		SIZE = 20000
	};
	struct formulas *formulas = formulas_create();
	formula *ring = memory_allocate(SIZE, sizeof(*ring));
	formula gate = formula_variable(formulas);

	for (int i = 0; i < SIZE; i++)
		ring[i] = formula_variable(formulas);
	for (int i = 0; i < SIZE; i++) {
		/* In an order that no sweep in one direction likes. */
		int next = (i + 7919) % SIZE;

		formula_define(formulas, ring[i],
			i == 5 ? formula_both(formulas, ring[next], gate) : ring[next]);
	}

	struct network *network = network_create(formulas);
	struct evaluation *evaluation = evaluation_create(network);

	assert_false(network_is_cyclic(network, gate));
	evaluation_assign(evaluation, gate, 2, 1);
	evaluation_run(evaluation);
	for (int i = 0; i < SIZE; i++) {
		assert_true(network_is_cyclic(network, ring[i]));
		assert_int_equal(evaluation_false(evaluation, ring[i]), 1);
		assert_int_equal(evaluation_cyclic(evaluation, ring[i]), ~UINT64_C(1));
	}
	evaluation_destroy(evaluation);
	network_destroy(network);
	memory_release(ring);
	formulas_destroy(formulas);
}

/* What is decided holds in all models. If nothing is open but what depends on cycles, and nothing
 * is cyclic, everything is decided. */
static void decisions_hold_in_all_models(void **state)
{
	(void)state;

	struct random random = random_start();

	for (int round = 0; round < 1000; round++) {
		int definitions = (int)random_below(&random, PROBLEM_VARIABLES + 1);
		struct situation situation =
			situation_create(&random, (struct problem_shape){35, definitions, 0});
		struct problem *problem = situation.problem;

		for (int i = 0; i < problem->count; i++) {
			formula member = problem->members[i];
			uint64_t is_true = evaluation_true(situation.evaluation, member);
			uint64_t is_false = evaluation_false(situation.evaluation, member);
			uint64_t cyclic = evaluation_cyclic(situation.evaluation, member);

			assert_true((is_true & is_false) == 0);
			assert_true((cyclic & (is_true | is_false)) == 0);
			for (int j = 0; j < 64; j++) {
				struct truth_table holds =
					table_and(situation.possible[j], problem->tables[i]);
				struct truth_table fails = table_and(
					situation.possible[j], table_not(problem->tables[i]));
				formula *variables;
				size_t count;

				if (is_true >> j & 1)
					assert_true(table_is_empty(&fails));
				if (is_false >> j & 1)
					assert_true(table_is_empty(&holds));
				if (round % 10)
					continue;
				count = evaluation_dependencies(
					situation.evaluation, member, (unsigned)j, &variables);
				if ((is_true | is_false) >> j & 1)
					assert_int_equal(count, 0);
				else
					assert_true(count > 0 || cyclic >> j & 1);
				memory_release(variables);
			}
		}
		situation_destroy(&situation);
	}
}

/* What is left has, for the open free variables, the same models as the problem, in one piece and
 * in parts. */
static void what_is_left_keeps_the_models(void **state)
{
	(void)state;

	struct random random = random_start();

	for (int round = 0; round < 1500; round++) {
		int definitions = (int)random_below(&random, PROBLEM_VARIABLES + 1);
		int formulas = 2 + (int)random_below(&random, 34);
		struct situation situation =
			situation_create(&random, (struct problem_shape){formulas, definitions, 0});
		unsigned assignment = random_below(&random, 64);

		check_restriction(&situation, situation.evaluation, assignment);
		check_parts(&situation, situation.evaluation, assignment);
		situation_destroy(&situation);
	}
}

/* What two variables are put together by makes one part of them, unless nobody asks for it. */
static void what_is_not_asked_joins_nothing(void **state)
{
	struct formulas *formulas = formulas_create();
	formula variables[3], asked_for[2];

	(void)state;
	for (int i = 0; i < 3; i++)
		variables[i] = formula_variable(formulas);
	asked_for[0] = variables[0];
	asked_for[1] = formula_both(formulas, variables[1], variables[2]);

	formula left = formula_both(formulas, variables[0], variables[1]);
	struct network *network = network_create(formulas);
	struct evaluation *evaluation = evaluation_create(network);

	evaluation_run(evaluation);

	struct parts *all = parts_create(evaluation, 0, NULL, 0);
	struct parts *asked = parts_create(evaluation, 0, asked_for, 2);

	assert_int_equal(parts_count(all), 1);
	assert_int_equal(parts_count(asked), 2);
	assert_int_equal(parts_number(asked, left), PARTS_NONE);
	assert_int_equal(parts_number(asked, asked_for[1]), parts_number(asked, variables[2]));
	assert_int_not_equal(parts_number(asked, variables[0]), parts_number(asked, variables[1]));
	parts_destroy(all);
	parts_destroy(asked);
	evaluation_destroy(evaluation);
	network_destroy(network);
	formulas_destroy(formulas);
}

/* ---- what continues ---- */

/* A problem after some of its variables were redefined, made from the one before and anew. */
struct revision {
	struct situation before;
	struct formulas *formulas;
	struct network *network;
	struct evaluation *evaluation;
	struct network *anew;
	struct evaluation *evaluation_anew;
};

/* The free variables have the values that they had, except for one of them at times. */
static void assign_again(struct revision *revision, int definitions, uint32_t other)
{
	for (int v = definitions; v < PROBLEM_VARIABLES; v++) {
		formula variable = revision->before.problem->variables[v];
		uint64_t is_true = evaluation_true(revision->before.evaluation, variable);
		uint64_t is_false = evaluation_false(revision->before.evaluation, variable);

		if ((uint32_t)v == other) {
			uint64_t swapped = is_true;

			is_true = is_false;
			is_false = swapped;
		}
		evaluation_assign(revision->evaluation, variable, is_true, is_false);
		evaluation_assign(revision->evaluation_anew, variable, is_true, is_false);
	}
}

static struct revision revision_create(struct random *random)
{
	int definitions = 1 + (int)random_below(random, PROBLEM_VARIABLES);
	struct revision revision = {
		.before = situation_create(random,
			(struct problem_shape){2 + (int)random_below(random, 36), definitions, 0})};
	const struct problem *problem = revision.before.problem;

	revision.formulas = formulas_continue(problem->formulas);
	for (int v = 0; v < definitions; v++) {
		struct truth_table ignored;
		formula operands[3];

		if (formula_definition(problem->formulas, problem->variables[v]) == FORMULA_NONE ||
			random_below(random, 3))
			continue;
		for (int i = 0; i < 3; i++)
			operands[i] = problem_pick(problem, random, &ignored);
		if (random_below(random, 4) == 0)
			operands[2] = formula_variable(revision.formulas);
		formula_redefine(revision.formulas, problem->variables[v],
			random_below(random, 2) ? formula_or(revision.formulas, operands, 3)
						: formula_xor(revision.formulas, operands, 3));
	}
	revision.network = network_continue(revision.before.network, revision.formulas);
	revision.evaluation = evaluation_continue(revision.before.evaluation, revision.network);
	revision.anew = network_create(revision.formulas);
	revision.evaluation_anew = evaluation_create(revision.anew);
	assign_again(&revision, definitions, random_below(random, 3 * PROBLEM_VARIABLES));
	evaluation_run(revision.evaluation);
	evaluation_run(revision.evaluation_anew);
	return revision;
}

static void revision_destroy(struct revision *revision)
{
	evaluation_destroy(revision->evaluation_anew);
	network_destroy(revision->anew);
	evaluation_destroy(revision->evaluation);
	network_destroy(revision->network);
	formulas_destroy(revision->formulas);
	situation_destroy(&revision->before);
}

static void check_order(const struct network *network)
{
	size_t count;
	const int32_t *order = network_order(network, &count);

	assert_int_equal(count, network_last(network));
	for (size_t i = 0; i < count; i++) {
		size_t operand_count, start = network_group_start(network, i);
		const formula *operands = network_operands(network, order[i], &operand_count);

		assert_int_equal(network_position(network, order[i]), i);
		assert_true(i < start + network_group(network, start));
		for (size_t j = 0; j < operand_count; j++)
			assert_true(network_position(network, operands[j]) <
				    start + (network_is_cyclic(network, order[i])
							    ? network_group(network, start)
							    : 0));
	}
}

static void what_continues_equals_what_is_made_anew(void **state)
{
	struct random random = random_start();

	(void)state;
	for (int round = 0; round < 3000; round++) {
		struct revision revision = revision_create(&random);
		int32_t last = network_last(revision.anew);

		check_order(revision.network);
		assert_int_equal(network_last(revision.network), last);
		for (int32_t i = 1; i <= last; i++) {
			assert_int_equal(network_is_cyclic(revision.network, i),
				network_is_cyclic(revision.anew, i));
			assert_int_equal(evaluation_true(revision.evaluation, i),
				evaluation_true(revision.evaluation_anew, i));
			assert_int_equal(evaluation_false(revision.evaluation, i),
				evaluation_false(revision.evaluation_anew, i));
			assert_int_equal(evaluation_cyclic(revision.evaluation, i),
				evaluation_cyclic(revision.evaluation_anew, i));
		}
		revision_destroy(&revision);
	}
}

/* ---- what follows from demands, after an edit ---- */

static void check_follows_the_same(const struct evaluation *found,
	const struct evaluation *found_anew, int32_t last, uint64_t assignments)
{
	size_t count, count_anew;
	const struct residual *residuals = evaluation_residuals(found, &count);
	const struct residual *residuals_anew = evaluation_residuals(found_anew, &count_anew);

	for (int32_t i = 1; i <= last; i++) {
		assert_int_equal(evaluation_true(found, i) & assignments,
			evaluation_true(found_anew, i) & assignments);
		assert_int_equal(evaluation_false(found, i) & assignments,
			evaluation_false(found_anew, i) & assignments);
	}
	assert_int_equal(count, count_anew);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(residuals[i].index, residuals_anew[i].index);
		assert_int_equal(residuals[i].assignments, residuals_anew[i].assignments);
	}
}

/* The definitions and demands that have a part in it, one bit each. */
static struct truth_table parts_of(struct justifier *justifier, unsigned assignment)
{
	struct justification reasons = justifier_find(justifier, assignment);
	struct truth_table parts = {{0}};

	for (size_t i = 0; i < reasons.definition_count; i++)
		parts.words[reasons.definitions[i] / 64 % 3] |= UINT64_C(1)
								<< reasons.definitions[i] % 64;
	for (size_t i = 0; i < reasons.required_count; i++)
		parts.words[3] |= UINT64_C(1) << reasons.required[i];
	justification_finish(&reasons);
	return parts;
}

/* What is refuted is refuted for the same reasons, whatever was known before. */
static void check_same_reasons(
	const struct propagation *found, const struct propagation *found_anew, int32_t last)
{
	uint32_t *ranks = memory_allocate((size_t)last + 1, sizeof(*ranks));
	struct justifier *justifier, *anew;

	for (int32_t i = 1; i <= last; i++)
		ranks[i] = (uint32_t)i;
	justifier = justifier_create(found, ranks);
	anew = justifier_create(found_anew, ranks);
	for (unsigned i = 0; i < EVALUATION_ASSIGNMENTS; i++) {
		struct truth_table parts, parts_anew;

		if (!(propagation_refuted(found) >> i & 1))
			continue;
		parts = parts_of(justifier, i);
		parts_anew = parts_of(anew, i);
		assert_memory_equal(&parts, &parts_anew, sizeof(parts));
	}
	justifier_destroy(justifier);
	justifier_destroy(anew);
	memory_release(ranks);
}

static void what_follows_after_an_edit_is_what_follows_anew(void **state)
{
	struct random random = random_start();
	int continued = 0, contradictory = 0, refuted_twice = 0;

	(void)state;
	for (int round = 0; round < 3000; round++) {
		struct revision revision = revision_create(&random);
		const struct evaluation *before = revision.before.evaluation;
		struct truth_table ignored;
		formula all[5], *required = all + random_below(&random, 2);
		size_t count = 1 + random_below(&random, 4);
		size_t count_before =
			random_below(&random, 2) ? count : 1 + random_below(&random, 5);

		for (size_t i = 0; i < 5; i++)
			all[i] = problem_pick(revision.before.problem, &random, &ignored);

		struct propagation *base =
			propagation_create(before, ~UINT64_C(0), all, count_before);
		uint64_t refuted_before = propagation_refuted(base);
		uint64_t possible = (random_below(&random, 2) ? UINT64_MAX : ~refuted_before) &
				    ~(uint64_t)random_below(&random, 64);
		struct propagation *anew =
			propagation_create(revision.evaluation, possible, required, count);
		uint64_t refuted = propagation_refuted(anew);
		struct propagation *after = propagation_continue(
			base, before, revision.evaluation, possible, required, count);

		assert_true(after || possible & refuted_before);
		if (!after) {
			propagation_destroy(anew);
			propagation_destroy(base);
			revision_destroy(&revision);
			continue;
		}
		assert_int_equal(propagation_refuted(after), refuted);
		check_same_reasons(after, anew, network_last(revision.network));
		contradictory += refuted != 0;
		refuted_twice += (refuted & refuted_before) != 0;
		possible &= ~refuted;
		continued += possible != 0;
		check_follows_the_same(propagation_evaluation(after), propagation_evaluation(anew),
			network_last(revision.network), possible);
		propagation_destroy(after);
		propagation_destroy(anew);
		propagation_destroy(base);
		revision_destroy(&revision);
	}
	assert_true(continued > 500 && contradictory > 500 && refuted_twice > 300);
}

/* Of a row of many, of which each follows from the one before, what is redefined and what follows
 * from that is decided again. */
static void what_nothing_changes_is_not_decided_again(void **state)
{
	enum {
		SIZE = 1000
	};
	struct formulas *formulas = formulas_create();
	formula gate = formula_variable(formulas), row[SIZE];

	(void)state;
	for (int i = 0; i < SIZE; i++)
		row[i] = formula_variable(formulas);
	for (int i = 0; i < SIZE; i++)
		formula_define(formulas, row[i], i ? row[i - 1] : gate);

	struct network *network = network_create(formulas);
	struct evaluation *evaluation = evaluation_create(network);
	struct formulas *later = formulas_continue(formulas);

	evaluation_assign(evaluation, gate, 1, 2);
	evaluation_run(evaluation);
	assert_int_equal(evaluation_count_decided(evaluation), SIZE + 2);
	formula_redefine(later, row[SIZE - 10], formula_not(row[SIZE - 11]));

	struct network *network_later = network_continue(network, later);
	struct evaluation *evaluation_later = evaluation_continue(evaluation, network_later);

	evaluation_assign(evaluation_later, gate, 1, 2);
	evaluation_run(evaluation_later);
	assert_int_equal(evaluation_true(evaluation_later, row[SIZE - 1]), 2);
	assert_int_equal(evaluation_count_decided(evaluation_later), 10);
	evaluation_destroy(evaluation_later);
	network_destroy(network_later);
	formulas_destroy(later);
	evaluation_destroy(evaluation);
	network_destroy(network);
	formulas_destroy(formulas);
}

/* Decided one by one, in any order, formulas come to what they come to when all are decided. */
static void one_by_one_they_come_to_the_same(void **state)
{
	(void)state;
	struct random random = random_start();
	size_t fewest = SIZE_MAX;

	for (int round = 0; round < 500; round++) {
		int definitions = (int)random_below(&random, PROBLEM_VARIABLES + 1);
		struct situation situation =
			situation_create(&random, (struct problem_shape){35, definitions, 0});
		const struct evaluation *all = situation.evaluation;
		struct evaluation *one_by_one = evaluation_create(situation.network);
		int count = situation.problem->count;

		for (int v = definitions; v < PROBLEM_VARIABLES; v++) {
			formula variable = situation.problem->variables[v];

			evaluation_assign(one_by_one, variable, evaluation_true(all, variable),
				evaluation_false(all, variable));
		}
		for (int i = 0; i < 2 * count; i++) {
			formula asked =
				situation.problem->members[random_below(&random, (uint32_t)count)];

			evaluation_decide(one_by_one, asked);
			assert_true(
				evaluation_true(one_by_one, asked) == evaluation_true(all, asked));
			assert_true(evaluation_false(one_by_one, asked) ==
				    evaluation_false(all, asked));
			assert_true(evaluation_cyclic(one_by_one, asked) ==
				    evaluation_cyclic(all, asked));
			if (i == 0 && evaluation_count_decided(one_by_one) < fewest)
				fewest = evaluation_count_decided(one_by_one);
			assert_true(evaluation_count_decided(one_by_one) <=
				    evaluation_count_decided(all));
		}
		evaluation_destroy(one_by_one);
		situation_destroy(&situation);
	}
	assert_true(fewest < 5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(open_values_spread_only_where_they_matter),
		cmocka_unit_test(a_ring_is_decided_from_outside),
		cmocka_unit_test(decisions_hold_in_all_models),
		cmocka_unit_test(what_is_left_keeps_the_models),
		cmocka_unit_test(what_is_not_asked_joins_nothing),
		cmocka_unit_test(what_continues_equals_what_is_made_anew),
		cmocka_unit_test(what_follows_after_an_edit_is_what_follows_anew),
		cmocka_unit_test(what_nothing_changes_is_not_decided_again),
		cmocka_unit_test(one_by_one_they_come_to_the_same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
