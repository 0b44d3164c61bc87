#include "situation.h"

#include "base/memory.h"
#include "solver/propagation/derivation.h"
#include "solver/propagation/propagation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum {
	MOST_PARTS = 16
};

static struct derivation_scope *scope_of(const struct problem *problem)
{
	size_t count = 0, members = (size_t)problem->count, all;
	formula *roots;
	struct derivation_scope *scope;

	all = members + (size_t)problem->required_count;
	roots = memory_allocate(all, sizeof(*roots));
	for (; count < all; count++)
		roots[count] = count < members ? problem->members[count]
					       : problem->required[count - members];
	scope = derivation_scope_create(problem->formulas, roots, all);
	memory_release(roots);
	return scope;
}

static void give(
	struct derivation *derivation, const struct situation *situation, unsigned assignment)
{
	const struct problem *problem = situation->problem;

	for (int v = 0; v < PROBLEM_VARIABLES; v++) {
		formula variable = problem->variables[v];

		if (formula_definition(problem->formulas, variable) != FORMULA_NONE)
			continue;
		if (evaluation_true(situation->evaluation, variable) >> assignment & 1)
			derivation_give(derivation, variable);
		if (evaluation_false(situation->evaluation, variable) >> assignment & 1)
			derivation_give(derivation, -variable);
	}
}

static struct derivation *derive(const struct derivation_scope *scope,
	const struct situation *situation, unsigned assignment, bool with_required)
{
	const struct problem *problem = situation->problem;
	struct derivation *derivation = derivation_create(
		scope, problem->required, with_required ? (size_t)problem->required_count : 0);

	give(derivation, situation, assignment);
	derivation_run(derivation);
	derivation_fit(derivation);
	return derivation;
}

/* ---- one step, by trying all values of what it looks at ---- */

/* An operator, or a variable and its definition: the whole is the last part. */
struct look {
	enum formula_kind kind;
	formula parts[MOST_PARTS];
	size_t count; /* without the whole */
};

static struct look look_at(const struct problem *problem, formula whole)
{
	formula definition = formula_definition(problem->formulas, whole);
	struct look look = {.kind = formula_kind(problem->formulas, whole)};
	const formula *operands = formula_operands(problem->formulas, whole, &look.count);

	if (definition != FORMULA_NONE) {
		operands = &definition;
		look.count = 1;
	}
	assert_true(look.count + 1 < MOST_PARTS);
	for (size_t i = 0; i < look.count; i++)
		look.parts[i] = operands[i];
	look.parts[look.count] = formula_index(whole);
	return look;
}

/* Bit i of `values`: part i holds. */
static bool is_possible(const struct look *look, unsigned values)
{
	unsigned all = (1u << look->count) - 1, trues = values & all;
	bool holds = values >> look->count & 1;
	int count = 0;

	for (size_t i = 0; i < look->count; i++)
		count += trues >> i & 1;
	switch (look->kind) {
	case FORMULA_CONSTANT:
		return holds;
	case FORMULA_VARIABLE:
		return look->count == 0 || holds == (trues == all);
	case FORMULA_AND:
		return holds == (trues == all);
	case FORMULA_XOR:
		return holds == (count % 2 == 1);
	case FORMULA_AT_MOST_ONE:
		return holds == (count <= 1);
	}
	return false;
}

static bool holds_among(const struct look *look, unsigned values, formula fact)
{
	for (size_t i = 0; i <= look->count; i++)
		if (formula_index(look->parts[i]) == formula_index(fact))
			return (look->parts[i] == fact) == (values >> i & 1);
	fail_msg("%d has nothing to do with this step", (int)fact);
	return false;
}

/* Whether the fact follows from the reasons, one of them left out. */
static bool follows(const struct look *look, formula fact, const formula *reasons, size_t count,
	size_t left_out)
{
	for (unsigned values = 0; values >> (look->count + 1) == 0; values++) {
		bool is_met = is_possible(look, values) && !holds_among(look, values, fact);

		for (size_t i = 0; i < count && is_met; i++)
			is_met = i == left_out || holds_among(look, values, reasons[i]);
		if (is_met)
			return false;
	}
	return true;
}

static void check_step(
	const struct situation *situation, struct derivation *derivation, formula fact)
{
	struct derivation_step step = derivation_last_step(derivation, fact);
	formula *reasons;
	size_t count = derivation_reasons(derivation, fact, &reasons);
	uint64_t cost = 1;
	struct look look;

	assert_int_not_equal(step.rule, DERIVATION_NONE);
	if (step.rule == DERIVATION_REQUIRED)
		assert_int_equal(situation->problem->required[step.required], fact);
	if (step.rule == DERIVATION_OPERANDS || step.rule == DERIVATION_USER) {
		look = look_at(situation->problem, step.rule == DERIVATION_USER ? step.user : fact);
		assert_true(count > 0);
		assert_true(follows(&look, fact, reasons, count, count));
		for (size_t i = 0; i < count; i++) {
			assert_false(follows(&look, fact, reasons, count, i));
			assert_true(derivation_cost(derivation, reasons[i]) <
				    derivation_cost(derivation, fact));
			cost += derivation_cost(derivation, reasons[i]);
		}
		assert_true(cost == derivation_cost(derivation, fact));
	} else {
		assert_int_equal(count, 0);
	}
	memory_release(reasons);
}

static struct problem_shape any_shape(struct random *random)
{
	return (struct problem_shape){2 + (int)random_below(random, 36),
		(int)random_below(random, PROBLEM_VARIABLES + 1), (int)random_below(random, 5)};
}

/* What follows step by step is what propagation finds out, which is tested to be sound. It is asked
 * for from a place on. */
static int check_found(const struct situation *situation, const struct evaluation *found,
	unsigned assignment, struct derivation *derivation, int first)
{
	const struct problem *problem = situation->problem;
	int derived = 0;

	for (int i = 0; i < problem->count; i++) {
		formula member = formula_index(problem->members[(first + i) % problem->count]);
		bool is_true = evaluation_true(found, member) >> assignment & 1;
		bool is_false = evaluation_false(found, member) >> assignment & 1;

		assert_int_equal(derivation_cost(derivation, member) != DERIVATION_NEVER, is_true);
		assert_int_equal(
			derivation_cost(derivation, -member) != DERIVATION_NEVER, is_false);
		if (is_true || is_false)
			check_step(situation, derivation, is_true ? member : -member);
		derived += is_true || is_false;
	}
	return derived;
}

static void assert_same(struct derivation *one, struct derivation *other, formula fact)
{
	formula *reasons, *others;
	size_t count = derivation_reasons(one, fact, &reasons);

	assert_true(derivation_cost(one, fact) == derivation_cost(other, fact));
	assert_int_equal(
		derivation_last_step(one, fact).rule, derivation_last_step(other, fact).rule);
	assert_int_equal(derivation_reasons(other, fact, &others), count);
	if (count > 0)
		assert_memory_equal(reasons, others, count * sizeof(*reasons));
	memory_release(reasons);
	memory_release(others);
}

/* On demand, what follows without what is required follows by the same steps; what does not is
 * found behind it. */
static void check_on_demand(const struct situation *situation, const struct evaluation *found,
	const struct derivation_scope *scope, unsigned assignment)
{
	const struct problem *problem = situation->problem;
	struct derivation *whole = derive(scope, situation, assignment, false);
	struct derivation *before = derivation_create_on_demand(scope), *behind;
	int first = (int)assignment % problem->count;

	give(before, situation, assignment);
	behind = derivation_create_behind(
		before, problem->required, (size_t)problem->required_count);
	check_found(situation, found, assignment, behind, first);
	for (int i = 0; i < problem->count; i++) {
		formula member = problem->members[(first + i) % problem->count];

		for (formula sign = -1; sign <= 1; sign += 2) {
			assert_same(before, whole, sign * member);
			if (derivation_cost(before, sign * member) != DERIVATION_NEVER)
				assert_same(before, behind, sign * member);
		}
	}
	derivation_destroy(behind);
	derivation_destroy(before);
	derivation_destroy(whole);
}

static void check_all(const struct situation *situation, const struct propagation *propagation,
	unsigned assignment, int *derived)
{
	const struct evaluation *found = propagation_evaluation(propagation);
	struct derivation_scope *scope = scope_of(situation->problem);
	struct derivation *derivation = derive(scope, situation, assignment, true);

	*derived += check_found(situation, found, assignment, derivation, 0);
	check_on_demand(situation, found, scope, assignment);
	derivation_destroy(derivation);
	derivation_scope_destroy(scope);
}

static void each_step_rests_on_what_it_needs(void **state)
{
	struct random random = random_start();
	int derived = 0;

	(void)state;
	for (int round = 0; round < 400; round++) {
		struct situation situation = situation_create(&random, any_shape(&random));
		const struct problem *problem = situation.problem;
		struct propagation *propagation = propagation_create(situation.evaluation,
			~UINT64_C(0), problem->required, (size_t)problem->required_count);

		for (unsigned i = 0; i < 64; i++)
			if (!(propagation_refuted(propagation) >> i & 1))
				check_all(&situation, propagation, i, &derived);
		propagation_destroy(propagation);
		situation_destroy(&situation);
	}
	assert_true(derived > 10000);
}

static void of_several_reasons_the_nearest_is_told(void **state)
{
	struct formulas *formulas = formulas_create();
	formula given = formula_variable(formulas), near = formula_variable(formulas);
	formula far = formula_variable(formulas),
		either = formula_implies(formulas, formula_not(far), near);
	struct derivation_scope *scope;
	struct derivation *derivation;
	formula *reasons;

	(void)state;
	formula_define(formulas, far, near);
	formula_define(formulas, near, given);
	scope = derivation_scope_create(formulas, &either, 1);
	derivation = derivation_create(scope, NULL, 0);
	derivation_give(derivation, given);
	derivation_run(derivation);
	assert_int_equal(derivation_reasons(derivation, either, &reasons), 1);
	assert_int_equal(reasons[0], near);
	memory_release(reasons);
	derivation_destroy(derivation);
	derivation_scope_destroy(scope);
	formulas_destroy(formulas);
}

/* Two that keep each other are not derived from each other, but from what is given later. */
static void circles_are_broken_by_what_is_given(void **state)
{
	struct formulas *formulas = formulas_create();
	formula one = formula_variable(formulas), other = formula_variable(formulas);
	struct derivation_scope *scope;
	struct derivation *derivation;

	(void)state;
	formula_define(formulas, one, other);
	formula_define(formulas, other, one);
	scope = derivation_scope_create(formulas, &one, 1);
	derivation = derivation_create(scope, NULL, 0);
	derivation_run(derivation);
	assert_true(derivation_cost(derivation, one) == DERIVATION_NEVER);
	assert_true(derivation_cost(derivation, -one) == DERIVATION_NEVER);
	derivation_give(derivation, -other);
	derivation_run(derivation);
	assert_int_equal(derivation_last_step(derivation, -other).rule, DERIVATION_GIVEN);
	assert_int_equal(derivation_last_step(derivation, -one).rule, DERIVATION_OPERANDS);
	derivation_destroy(derivation);
	derivation_scope_destroy(scope);
	formulas_destroy(formulas);
}

/* Who asks makes formulas in a pool that continues the one of the scope. */
static void what_continues_the_pool_follows_from_operands(void **state)
{
	struct formulas *formulas = formulas_create(), *newer;
	formula one = formula_variable(formulas), other = formula_variable(formulas);
	struct derivation_scope *scope = derivation_scope_create(formulas, &one, 1);
	struct derivation *derivation = derivation_create(scope, NULL, 0);

	(void)state;
	derivation_give(derivation, one);
	derivation_run(derivation);
	assert_true(derivation_cost(derivation, one) == 1);
	derivation_fit(derivation);
	assert_true(derivation_cost(derivation, one) == 1);
	assert_int_equal(derivation_last_step(derivation, one).rule, DERIVATION_GIVEN);
	assert_true(derivation_cost(derivation, -one) == DERIVATION_NEVER);
	assert_int_equal(derivation_last_step(derivation, -one).rule, DERIVATION_NONE);
	for (formula sign = -1; sign <= 1; sign += 2) {
		formula both;

		newer = formulas_continue(formulas);
		derivation_continue(derivation, newer);
		both = formula_both(newer, -one, sign * other);
		assert_true(derivation_cost(derivation, -both) == 2);
		assert_true(derivation_cost(derivation, both) == DERIVATION_NEVER);
		both = formula_both(newer, one, sign * other);
		assert_true(derivation_cost(derivation, -both) == DERIVATION_NEVER);
		formulas_destroy(newer);
	}
	derivation_destroy(derivation);
	derivation_scope_destroy(scope);
	formulas_destroy(formulas);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_step_rests_on_what_it_needs),
		cmocka_unit_test(of_several_reasons_the_nearest_is_told),
		cmocka_unit_test(circles_are_broken_by_what_is_given),
		cmocka_unit_test(what_continues_the_pool_follows_from_operands),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
