/* The inside of a propagation: what was decided when. Internal to this folder. */
#ifndef SOLVER_PROPAGATION_ROUNDS_H
#define SOLVER_PROPAGATION_ROUNDS_H

#include "solver/decision.h"
#include "solver/propagation/propagation.h"

/* A formula is decided in some assignments in which it was open. */
struct propagation_event {
	struct decision decision;
	int32_t index;
	uint32_t round;    /* from 1 on */
	uint32_t previous; /* event of the same formula plus one, or 0 */
};

/* A formula of which both is known. */
struct contradiction {
	int32_t index;
	uint64_t assignments;
};

struct propagation {
	struct evaluation evaluation; /* what is known now; owns the decisions */
	uint64_t assignments;         /* that are not refuted */
	uint64_t refuted;
	const formula *required; /* owned */
	size_t required_count;
	size_t steps;
	uint32_t last_round;

	struct propagation_event *events;
	size_t event_count;
	size_t event_capacity;
	uint32_t *last_event; /* by index: plus one, or 0 */

	struct contradiction *contradictions; /* of each assignment, those of its last round */
	size_t contradiction_count;
	size_t contradiction_capacity;
};

#endif
