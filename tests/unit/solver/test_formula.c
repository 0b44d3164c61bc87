#include "problem.h"

#include "solver/evaluation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct formulas *formulas;
static formula a, b, c;

static int set_up(void **state)
{
	(void)state;
	formulas = formulas_create();
	a = formula_variable(formulas);
	b = formula_variable(formulas);
	c = formula_variable(formulas);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	formulas_destroy(formulas);
	return 0;
}

#define OPERANDS(...) (formula[]){__VA_ARGS__}, sizeof((formula[]){__VA_ARGS__}) / sizeof(formula)

static void nothing_and_one(void **state)
{
	(void)state;
	assert_int_equal(formula_and(formulas, NULL, 0), FORMULA_TRUE);
	assert_int_equal(formula_or(formulas, NULL, 0), FORMULA_FALSE);
	assert_int_equal(formula_xor(formulas, NULL, 0), FORMULA_FALSE);
	assert_int_equal(formula_at_most_one(formulas, NULL, 0), FORMULA_TRUE);
	assert_int_equal(formula_exactly_one(formulas, NULL, 0), FORMULA_FALSE);
	assert_int_equal(formula_and(formulas, &a, 1), a);
	assert_int_equal(formula_or(formulas, &a, 1), a);
	assert_int_equal(formula_xor(formulas, &a, 1), a);
	assert_int_equal(formula_at_most_one(formulas, &a, 1), FORMULA_TRUE);
	assert_int_equal(formula_exactly_one(formulas, &a, 1), a);
}

static void equal_formulas_are_one(void **state)
{
	(void)state;

	formula both = formula_both(formulas, a, b);

	assert_int_equal(formula_both(formulas, b, a), both);
	assert_int_equal(formula_and(formulas, OPERANDS(a, FORMULA_TRUE, b, a)), both);
	assert_int_equal(formula_implies(formulas, a, -b), -both);
	assert_int_equal(formula_at_most_one(formulas, OPERANDS(a, b)), -both);
	assert_int_equal(
		formula_xor(formulas, OPERANDS(-a, b)), -formula_xor(formulas, OPERANDS(b, a)));
	assert_int_equal(formula_equivalent(formulas, a, b), formula_equivalent(formulas, -b, -a));
	assert_int_not_equal(formula_and(formulas, OPERANDS(a, b, c)), both);
	assert_int_not_equal(formula_xor(formulas, OPERANDS(a, b)), both);
}

static void constants_and_complements_disappear(void **state)
{
	(void)state;
	assert_int_equal(formula_and(formulas, OPERANDS(a, b, -a)), FORMULA_FALSE);
	assert_int_equal(formula_or(formulas, OPERANDS(a, b, -a)), FORMULA_TRUE);
	assert_int_equal(formula_xor(formulas, OPERANDS(a, b, -a)), -b);
	assert_int_equal(formula_xor(formulas, OPERANDS(a, b, a, FORMULA_TRUE)), -b);
	assert_int_equal(formula_implies(formulas, a, a), FORMULA_TRUE);
	assert_int_equal(formula_equivalent(formulas, a, -a), FORMULA_FALSE);
	assert_int_equal(formula_at_most_one(formulas, OPERANDS(FORMULA_TRUE, a, b)),
		formula_both(formulas, -a, -b));
	assert_int_equal(formula_at_most_one(formulas, OPERANDS(FORMULA_TRUE, a, FORMULA_TRUE)),
		FORMULA_FALSE);
	assert_int_equal(formula_at_most_one(formulas, OPERANDS(a, -a, b)), -b);
	assert_int_equal(formula_exactly_one(formulas, OPERANDS(FORMULA_FALSE, a, b)),
		formula_xor(formulas, OPERANDS(a, b)));
}

static void operands_count_as_often_as_written(void **state)
{
	(void)state;
	assert_int_equal(formula_at_most_one(formulas, OPERANDS(a, a)), -a);
	assert_int_equal(formula_at_most_one(formulas, OPERANDS(a, a, b)), -a);
	assert_int_equal(formula_exactly_one(formulas, OPERANDS(a, a)), FORMULA_FALSE);
	assert_int_equal(formula_exactly_one(formulas, OPERANDS(a, -a, a)), -a);
}

static void definitions_are_kept(void **state)
{
	(void)state;

	formula meaning = formula_both(formulas, b, -c);

	assert_int_equal(formula_definition(formulas, a), FORMULA_NONE);
	formula_define(formulas, a, meaning);
	assert_int_equal(formula_definition(formulas, a), meaning);
	assert_int_equal(formula_kind(formulas, a), FORMULA_VARIABLE);
	assert_int_equal(formula_kind(formulas, meaning), FORMULA_AND);

	size_t count;
	const formula *operands = formula_operands(formulas, meaning, &count);

	assert_int_equal(count, 2);
	assert_int_equal(operands[0], b);
	assert_int_equal(operands[1], -c);
}

/* A borrowed list of operands may be given to a constructor although the pool grows. */
static void operands_of_formulas_can_be_operands(void **state)
{
	(void)state;

	formula wide = formula_and(formulas, OPERANDS(a, b, c));

	for (int i = 0; i < 1000; i++) {
		size_t count;
		const formula *operands = formula_operands(formulas, wide, &count);
		formula either = formula_or(formulas, operands, count);

		operands = formula_operands(formulas, wide, &count);

		formula one = formula_exactly_one(formulas, operands, count);

		wide = formula_and(
			formulas, OPERANDS(wide, either, one, formula_variable(formulas)));
	}
	assert_int_equal(formula_kind(formulas, wide), FORMULA_AND);
}

/* Constructors against truth tables, by evaluating in all assignments. */
static void random_formulas_mean_what_they_say(void **state)
{
	(void)state;

	struct random random = random_start();

	for (int round = 0; round < 2000; round++) {
		struct problem *problem = problem_create(&random, (struct problem_shape){30, 0, 0});
		struct network *network = network_create(problem->formulas);
		struct evaluation *evaluation = evaluation_create(network);

		for (int word = 0; word < PROBLEM_ASSIGNMENTS / 64; word++) {
			for (int v = 0; v < PROBLEM_VARIABLES; v++) {
				uint64_t values = problem->tables[v].words[word];

				evaluation_assign(
					evaluation, problem->variables[v], values, ~values);
			}
			evaluation_run(evaluation);
			for (int i = 0; i < problem->count; i++) {
				uint64_t expected = problem->tables[i].words[word];

				assert_true(evaluation_true(evaluation, problem->members[i]) ==
					    expected);
				assert_true(evaluation_false(evaluation, problem->members[i]) ==
					    ~expected);
				assert_true(evaluation_true(evaluation, -problem->members[i]) ==
					    ~expected);
			}
		}
		evaluation_destroy(evaluation);
		network_destroy(network);
		problem_destroy(problem);
	}
}

static void a_pool_that_continues_another_knows_its_formulas(void **state)
{
	formula both = formula_both(formulas, a, b), other, d;
	struct formulas *later;
	size_t count;

	(void)state;
	formula_define(formulas, c, both);
	later = formulas_continue(formulas);
	assert_int_equal(formulas_last(later), formulas_last(formulas));
	assert_int_equal(formula_both(later, b, a), both);
	d = formula_variable(later);
	other = formula_both(later, d, both);
	assert_int_equal(formula_both(later, both, d), other);
	assert_int_equal(formulas_last(later), other);
	assert_int_equal(formula_operands(later, other, &count)[0], d);
	assert_int_equal(formula_operands(later, both, &count)[0], a);
	assert_int_equal(formula_definition(later, c), both);
	formula_redefine(later, c, other);
	assert_int_equal(formula_definition(later, -c), other);
	assert_int_equal(formula_definition(formulas, c), both);
	assert_int_equal(formulas_redefined(later), 1);
	formulas_destroy(later);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_pool_that_continues_another_knows_its_formulas, set_up, tear_down),
		cmocka_unit_test_setup_teardown(nothing_and_one, set_up, tear_down),
		cmocka_unit_test_setup_teardown(equal_formulas_are_one, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			constants_and_complements_disappear, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			operands_count_as_often_as_written, set_up, tear_down),
		cmocka_unit_test_setup_teardown(definitions_are_kept, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			operands_of_formulas_can_be_operands, set_up, tear_down),
		cmocka_unit_test(random_formulas_mean_what_they_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
