/* The inside of a propagation: what was decided when. Internal to this folder. */
#ifndef SOLVER_PROPAGATION_ROUNDS_H
#define SOLVER_PROPAGATION_ROUNDS_H

#include "solver/decision.h"
#include "solver/propagation/propagation.h"

/* A formula is decided in some assignments in which it was open. */
struct propagation_event {
	struct decision decision;
	int32_t index;
	int32_t via;       /* the formula that was looked at; 0: it is required */
	uint32_t round;    /* from 1 on */
	uint32_t previous; /* event of the same formula, or 0 */
};

/* A formula of which both is known. */
struct contradiction {
	int32_t index;
	uint32_t round;
	uint64_t assignments;
};

struct propagation {
	struct evaluation evaluation; /* what is known now; owns the decisions */
	uint64_t assignments;         /* that are not refuted */
	uint64_t refuted;
	const formula *required; /* owned */
	size_t required_count;
	size_t steps;
	uint32_t last_round; /* 0: there were none */
	bool *is_circular;   /* by index: a circle has a part in it */

	/* Numbered from 1 on. The first ones are those of a propagation that it continues. */
	const struct propagation_event *shared; /* borrowed */
	size_t shared_count;
	struct propagation_event *events;
	size_t event_count;
	size_t event_capacity;
	uint32_t *last_event; /* by index: number, or 0 */

	struct contradiction *contradictions; /* of each assignment, those of its last round */
	size_t contradiction_count;
	size_t contradiction_capacity;
};

static inline const struct propagation_event *propagation_event_at(
	const struct propagation *propagation, uint32_t number)
{
	return number <= propagation->shared_count
		       ? &propagation->shared[number - 1]
		       : &propagation->events[number - 1 - propagation->shared_count];
}

/* Without decisions. */
struct propagation *propagation_begin(const struct evaluation *evaluation, uint64_t assignments,
	const formula *required, size_t count);

void propagation_contradict(
	struct propagation *propagation, int32_t index, uint32_t round, uint64_t assignments);

/* Where an edit of what it continues lets circles have a part, or no part any more, that is
 * visited; in the order in which it follows. */
void propagation_find_circles(struct propagation *propagation,
	void (*visit)(void *context, int32_t index), void *context);

/* If its operands leave open what is decided of it. */
void propagation_add_residual(struct propagation *propagation, int32_t index, size_t *capacity);

#endif
