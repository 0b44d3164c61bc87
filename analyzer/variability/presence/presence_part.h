/* Solving a part of what a variant leaves open: what is required, optimisation, uniqueness, and of
 * several results the least (Variability4TOSCA, section "Optimization").
 *
 * An independent part is solved by itself; only the number of different technologies concerns
 * all of them. Internal to presence_solving.c. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_PRESENCE_PART_H
#define ANALYZER_VARIABILITY_PRESENCE_PRESENCE_PART_H

#include "analyzer/variability/presence/presence.h"
#include "solver/restriction.h"

/* Everything is numbered as in the template: elements by canonical position. */
struct presence_part {
	const struct presence_request *request;
	const struct restriction *restriction;
	struct formulas *formulas; /* of the restriction */
	bool is_whole;             /* of the variant: the number of technologies can be told */
	const uint32_t *elements;  /* whose presence is open, ascending */
	size_t element_count;
	const uint32_t *atoms; /* those that are free */
	size_t atom_count;
	formula demanded; /* what has to hold besides, or FORMULA_NONE; as in the template */
};

enum solving_outcome {
	SOLVING_DONE,       /* the rest of the answer is filled in */
	SOLVING_IMPOSSIBLE, /* there is no model */
	SOLVING_COUPLED,    /* what is best depends on the technologies that others use */
	SOLVING_GIVEN_UP,   /* it takes too long to tell */
	SOLVING_CANCELLED,
};

/* What the demands for uniqueness are about. */
enum ambiguity {
	AMBIGUOUS_TOPOLOGY = 1,
	AMBIGUOUS_SCENARIOS = 2,
	AMBIGUOUS_TECHNOLOGIES = 4,
};

struct part_answer {
	enum solving_outcome outcome;
	unsigned ambiguities;
	uint32_t undecided; /* place of a node, and 1, that is absent, but need not be; or 0 */
	bool *present;      /* by place in `elements`; provided by the caller */
};

/* `solves` counts the questions asked. */
void presence_part_solve(
	const struct presence_part *part, struct part_answer *answer, uint32_t *solves);

/* Weights as they are optimised: exact to the sixth decimal. */
int64_t presence_weight(double weight);

#endif
