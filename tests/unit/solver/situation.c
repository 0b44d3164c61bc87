#include "situation.h"

#include "base/memory.h"
#include "solver/restriction.h"
#include "solver/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

struct situation situation_create(struct random *random, struct problem_shape shape)
{
	struct situation situation = {.problem = problem_create(random, shape)};

	situation.network = network_create(situation.problem->formulas);
	situation.evaluation = evaluation_create(situation.network);
	for (int i = 0; i < 64; i++)
		situation.possible[i] = situation.problem->models;
	for (int v = shape.definitions; v < PROBLEM_VARIABLES; v++) {
		uint64_t is_true = 0;
		uint64_t is_false = 0;

		for (int i = 0; i < 64; i++) {
			struct truth_table table = situation.problem->tables[v];
			uint32_t choice = random_below(random, 3);

			is_true |= (uint64_t)(choice == 0) << i;
			is_false |= (uint64_t)(choice == 1) << i;
			if (choice == 0)
				situation.possible[i] = table_and(situation.possible[i], table);
			if (choice == 1)
				situation.possible[i] =
					table_and(situation.possible[i], table_not(table));
		}
		evaluation_assign(
			situation.evaluation, situation.problem->variables[v], is_true, is_false);
	}
	evaluation_run(situation.evaluation);
	return situation;
}

void situation_destroy(struct situation *situation)
{
	evaluation_destroy(situation->evaluation);
	network_destroy(situation->network);
	problem_destroy(situation->problem);
}

static struct solver *solver_of(struct restriction *restriction)
{
	struct solver *solver = solver_create(restriction_formulas(restriction));
	size_t count;
	const formula *required = restriction_required(restriction, &count);

	for (size_t i = 0; i < count; i++)
		solver_require(solver, required[i]);
	return solver;
}

void check_restriction(
	const struct situation *situation, const struct evaluation *evaluation, unsigned assignment)
{
	const struct problem *problem = situation->problem;
	struct restriction *restriction = restriction_create(evaluation, assignment);
	struct solver *solver = solver_of(restriction);

	for (int i = 0; i < PROBLEM_ASSIGNMENTS; i++) {
		bool is_possible = table_holds(&situation->possible[assignment], i);
		formula values[PROBLEM_VARIABLES];

		if (i % 8 && !is_possible)
			continue;
		for (int v = 0; v < PROBLEM_VARIABLES; v++) {
			values[v] = restriction_of(restriction, problem->variables[v]);
			if (!(i >> v & 1))
				values[v] = -values[v];
		}
		assert_int_equal(solver_solve(solver, values, PROBLEM_VARIABLES),
			is_possible ? SOLVER_SATISFIABLE : SOLVER_UNSATISFIABLE);
		if (!is_possible)
			continue;
		for (int j = 0; j < problem->count; j++)
			assert_int_equal(solver_value(solver,
						 restriction_of(restriction, problem->members[j])),
				table_holds(&problem->tables[j], i));
	}
	solver_destroy(solver);
	restriction_destroy(restriction);
}

/* Whether the parts have a model in which the free variables have these values. */
static bool parts_allow(const struct parts *parts, struct restriction *const *restrictions,
	struct solver *const *solvers, const struct problem *problem, int values)
{
	for (uint32_t part = 0; part < parts_count(parts); part++) {
		formula assumed[PROBLEM_VARIABLES];
		size_t count = 0;

		for (int v = 0; v < PROBLEM_VARIABLES; v++) {
			formula variable = problem->variables[v];

			if (parts_number(parts, variable) != part)
				continue;
			variable = restriction_of(restrictions[part], variable);
			assumed[count++] = values >> v & 1 ? variable : -variable;
		}
		if (solver_solve(solvers[part], assumed, count) != SOLVER_SATISFIABLE)
			return false;
	}
	return true;
}

static void check(const struct situation *situation, const struct parts *parts)
{
	const struct problem *problem = situation->problem;
	const struct evaluation *evaluation = parts_evaluation(parts);
	unsigned assignment = parts_assignment(parts);
	uint32_t count = parts_count(parts);
	struct restriction **restrictions =
		memory_allocate(count + 1, sizeof(struct restriction *));
	struct solver **solvers = memory_allocate(count + 1, sizeof(struct solver *));

	for (uint32_t part = 0; part < count; part++) {
		restrictions[part] = restriction_create_part(parts, part);
		solvers[part] = solver_of(restrictions[part]);
	}
	for (int i = 0; i < PROBLEM_ASSIGNMENTS; i++) {
		bool is_decided_so = true;

		for (int v = 0; v < PROBLEM_VARIABLES; v++) {
			formula variable = problem->variables[v];
			uint64_t holds = i >> v & 1 ? evaluation_false(evaluation, variable)
						    : evaluation_true(evaluation, variable);

			is_decided_so &= !(holds >> assignment & 1);
		}
		if (is_decided_so)
			assert_int_equal(parts_allow(parts, restrictions, solvers, problem, i),
				table_holds(&situation->possible[assignment], i));
	}
	for (uint32_t part = 0; part < count; part++) {
		solver_destroy(solvers[part]);
		restriction_destroy(restrictions[part]);
	}
	memory_release(solvers);
	memory_release(restrictions);
}

void check_parts(
	const struct situation *situation, const struct evaluation *evaluation, unsigned assignment)
{
	struct parts *all = parts_create(evaluation, assignment, NULL, 0);
	struct parts *asked = parts_create(
		evaluation, assignment, situation->problem->variables, PROBLEM_VARIABLES);

	check(situation, all);
	check(situation, asked);
	parts_destroy(all);
	parts_destroy(asked);
}
