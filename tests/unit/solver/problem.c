#include "problem.h"

#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define WORDS (PROBLEM_ASSIGNMENTS / 64)

struct random random_start(void)
{
	const char *seed = getenv("VTOSCA_SEED");
	uint64_t state = seed ? strtoull(seed, NULL, 10) : 1;

	printf("VTOSCA_SEED=%llu\n", (unsigned long long)state);
	return (struct random){state};
}

/* SplitMix64. */
uint32_t random_below(struct random *random, uint32_t bound)
{
	uint64_t mixed = random->state += UINT64_C(0x9e3779b97f4a7c15);

	mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)((mixed ^ mixed >> 31) >> 32) % bound;
}

bool table_holds(const struct truth_table *table, int assignment)
{
	return table->words[assignment / 64] >> assignment % 64 & 1;
}

struct truth_table table_not(struct truth_table table)
{
	for (int i = 0; i < WORDS; i++)
		table.words[i] = ~table.words[i];
	return table;
}

struct truth_table table_and(struct truth_table left, struct truth_table right)
{
	for (int i = 0; i < WORDS; i++)
		left.words[i] &= right.words[i];
	return left;
}

bool table_is_empty(const struct truth_table *table)
{
	for (int i = 0; i < WORDS; i++)
		if (table->words[i])
			return false;
	return true;
}

/* The assignments in which a condition on the number of operands that hold is met. */
static struct truth_table count_table(
	const struct truth_table *operands, size_t count, int connective)
{
	struct truth_table table = {{0}};

	for (int i = 0; i < PROBLEM_ASSIGNMENTS; i++) {
		size_t holding = 0;
		bool holds = false;

		for (size_t j = 0; j < count; j++)
			holding += table_holds(&operands[j], i);
		switch (connective) {
		case 0:
			holds = holding == count;
			break;
		case 1:
			holds = holding > 0;
			break;
		case 2:
			holds = holding % 2 == 1;
			break;
		case 3:
			holds = holding <= 1;
			break;
		case 4:
			holds = holding == 1;
			break;
		}
		if (holds)
			table.words[i / 64] |= UINT64_C(1) << i % 64;
	}
	return table;
}

formula problem_pick(
	const struct problem *problem, struct random *random, struct truth_table *table)
{
	uint32_t kind = random_below(random, 40);
	int member = (int)random_below(random, (uint32_t)problem->count);
	struct truth_table empty = {{0}};

	if (kind == 0) {
		*table = empty;
		return FORMULA_FALSE;
	}
	if (kind == 1) {
		*table = table_not(empty);
		return FORMULA_TRUE;
	}
	/* Half of them variables, lest everything becomes constant. */
	if (kind < 20)
		member = (int)random_below(random, PROBLEM_VARIABLES);
	*table = problem->tables[member];
	if (random_below(random, 2) == 0)
		return problem->members[member];
	*table = table_not(*table);
	return formula_not(problem->members[member]);
}

static void add_operator(struct problem *problem, struct random *random)
{
	formula operands[6];
	struct truth_table tables[6];
	size_t count = random_below(random, 7);
	int connective = (int)random_below(random, 7);
	formula member = FORMULA_NONE;
	struct truth_table *table = &problem->tables[problem->count];

	if (connective >= 5)
		count = 2;
	for (size_t i = 0; i < count; i++)
		operands[i] = problem_pick(problem, random, &tables[i]);
	switch (connective) {
	case 0:
		member = formula_and(problem->formulas, operands, count);
		break;
	case 1:
		member = formula_or(problem->formulas, operands, count);
		break;
	case 2:
		member = formula_xor(problem->formulas, operands, count);
		break;
	case 3:
		member = formula_at_most_one(problem->formulas, operands, count);
		break;
	case 4:
		member = formula_exactly_one(problem->formulas, operands, count);
		break;
	case 5:
		member = formula_implies(problem->formulas, operands[0], operands[1]);
		tables[0] = table_not(tables[0]);
		break;
	case 6:
		member = formula_equivalent(problem->formulas, operands[0], operands[1]);
		tables[0] = table_not(tables[0]);
		break;
	}
	*table = count_table(tables, count, connective == 5 ? 1 : connective == 6 ? 2 : connective);
	problem->members[problem->count++] = member;
}

struct problem *problem_create(struct random *random, struct problem_shape shape)
{
	struct problem *problem = memory_allocate(1, sizeof(*problem));

	assert(shape.formulas + PROBLEM_VARIABLES <= PROBLEM_FORMULAS);
	problem->formulas = formulas_create();
	for (int v = 0; v < PROBLEM_VARIABLES; v++) {
		problem->members[v] = problem->variables[v] = formula_variable(problem->formulas);
		for (int i = 0; i < PROBLEM_ASSIGNMENTS; i++)
			if (i >> v & 1)
				problem->tables[v].words[i / 64] |= UINT64_C(1) << i % 64;
	}
	problem->count = PROBLEM_VARIABLES;
	for (int i = 0; i < shape.formulas; i++)
		add_operator(problem, random);
	problem->models = table_not((struct truth_table){{0}});
	for (int i = 0; i < shape.definitions; i++) {
		struct truth_table meaning_table;
		formula meaning = problem_pick(problem, random, &meaning_table);
		struct truth_table variable = problem->tables[i];
		struct truth_table differ = {{0}};

		formula_define(problem->formulas, problem->variables[i], meaning);
		for (int j = 0; j < WORDS; j++)
			differ.words[j] = variable.words[j] ^ meaning_table.words[j];
		problem->models = table_and(problem->models, table_not(differ));
	}
	assert(shape.requirements <= 8);
	for (int i = 0; i < shape.requirements; i++) {
		struct truth_table table;

		problem->required[problem->required_count++] =
			problem_pick(problem, random, &table);
		problem->models = table_and(problem->models, table);
	}
	return problem;
}

void problem_destroy(struct problem *problem)
{
	formulas_destroy(problem->formulas);
	memory_release(problem);
}
