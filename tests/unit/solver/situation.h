/* A random problem whose free variables are true, false or open in each of 64 assignments, and
 * what an evaluation, or what is narrowed further, must keep of it. */
#ifndef TESTS_SOLVER_SITUATION_H
#define TESTS_SOLVER_SITUATION_H

#include "problem.h"

#include "solver/evaluation.h"

struct situation {
	struct problem *problem;
	struct network *network;
	struct evaluation *evaluation;
	bool is_free[PROBLEM_VARIABLES];
	struct truth_table possible[64]; /* models, by assignment */
};

/* Its evaluation has been run. */
struct situation situation_create(struct random *random, struct problem_shape shape);
void situation_destroy(struct situation *situation);

/* Fail unless what `evaluation` leaves open in the assignment has, for the open free variables, the
 * same models as the problem: in one piece, and in parts that have nothing to do with one another.
 */
void check_restriction(const struct situation *situation, const struct evaluation *evaluation,
	unsigned assignment);
void check_parts(const struct situation *situation, const struct evaluation *evaluation,
	unsigned assignment);

#endif
