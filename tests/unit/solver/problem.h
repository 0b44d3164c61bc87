/* Random formulas with their truth tables.
 *
 * A problem has a few variables, formulas over them, and some requirements; of every
 * formula it knows in which of all assignments it holds, computed beside the solver. So
 * whatever the solver answers can be compared with looking at all assignments. */
#ifndef TESTS_SOLVER_PROBLEM_H
#define TESTS_SOLVER_PROBLEM_H

#include "solver/formula.h"

#define PROBLEM_VARIABLES 8
#define PROBLEM_ASSIGNMENTS (1 << PROBLEM_VARIABLES)
#define PROBLEM_FORMULAS 48

/* Bit i % 64 of word i / 64 belongs to assignment i, whose bit v is variable v. */
struct truth_table {
	uint64_t words[PROBLEM_ASSIGNMENTS / 64];
};

/* The same numbers for the same seed, everywhere. */
struct random {
	uint64_t state;
};

/* From the environment variable VTOSCA_SEED if it is set; printed, to repeat a failure. */
struct random random_start(void);
uint32_t random_below(struct random *random, uint32_t bound);

struct problem {
	struct formulas *formulas;
	formula variables[PROBLEM_VARIABLES];

	/* The variables first, then ever larger formulas. */
	formula members[PROBLEM_FORMULAS];
	struct truth_table tables[PROBLEM_FORMULAS];
	int count;

	struct truth_table models; /* of the definitions and requirements */
	formula required[8];
	int required_count;
};

/* How to make a problem. */
struct problem_shape {
	int formulas;     /* besides the variables */
	int definitions;  /* variables defined by a formula, often cyclic */
	int requirements; /* formulas that must hold */
};

struct problem *problem_create(struct random *random, struct problem_shape shape);
void problem_destroy(struct problem *problem);

/* A random member, possibly negated, and its table. */
formula problem_pick(
	const struct problem *problem, struct random *random, struct truth_table *table);

bool table_holds(const struct truth_table *table, int assignment);
struct truth_table table_not(struct truth_table table);
struct truth_table table_and(struct truth_table left, struct truth_table right);
bool table_is_empty(const struct truth_table *table);

#endif
