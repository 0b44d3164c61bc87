/* The steps of a propagation, each of which looks at one formula with its operands. Internal to
 * this folder. */
#ifndef SOLVER_PROPAGATION_STEPS_H
#define SOLVER_PROPAGATION_STEPS_H

#include "solver/propagation/rounds.h"

/* What a round has found out; it takes effect when the round is over. */
struct finding {
	int32_t index;
	int32_t via; /* the formula that was looked at; 0: it is required */
	struct decision decision;
};

struct search {
	struct propagation *propagation;
	const struct network *network;
	uint32_t round;

	int32_t *waiting; /* formulas to be looked at in the next round */
	size_t waiting_count;
	uint32_t *waits;   /* by index: the round for which it waits */
	uint64_t *settled; /* by index: where nothing more follows from it */

	int32_t via;
	struct finding *findings;
	size_t finding_count;
	size_t finding_capacity;

	/* Where there are no rounds, what is found takes effect at once, and what waits is a ring.
	 */
	bool is_at_once;
	size_t next, room;
};

/* Finds what follows from this formula and its operands. */
void search_look_at(struct search *search, int32_t index);

/* Notes what is known: in these assignments, the operand is so. */
void search_find(struct search *search, formula operand, uint64_t is_true, uint64_t is_false);

struct search search_of(struct propagation *propagation);
void search_finish(struct search *search);

/* It will be looked at in the next round. The context is a search. */
void search_wait(void *context, int32_t index);

/* That is known from this round on; in some assignments, the contrary is, too. */
void search_note(struct search *search, int32_t index, int32_t via, struct decision decision,
	uint64_t contradictory);

/* All that is open waits; then, until nothing follows any more. */
void search_begin_at_once(struct search *search);
void search_run_at_once(struct search *search);

#endif
