/* What is decided of each formula of a network, for many assignments at once. Internal to
 * evaluation and propagation, which decide. */
#ifndef SOLVER_DECISION_H
#define SOLVER_DECISION_H

#include "solver/evaluation.h"

/* In which assignments a formula is decided, and how. Never both. */
struct decision {
	uint64_t is_true;
	uint64_t is_false;
};

struct evaluation {
	const struct network *network;
	struct decision *decisions; /* by index */
	uint64_t *cyclic;           /* by index */
	size_t decided;

	/* What is to be decided, by position in the order, as bits. NULL: everything. */
	uint64_t *pending;
	uint64_t *known; /* of what is decided one by one: what is decided already */

	/* Of what continues another evaluation, what is decided otherwise than there. */
	bool is_continued;
	int32_t *changed;
	size_t changed_count;
	size_t changed_capacity;

	/* Of what is narrowed by propagation. */
	struct residual *residuals;
	size_t residual_count;
};

static inline struct decision decision_of(const struct decision *decisions, formula operand)
{
	struct decision decision = decisions[formula_index(operand)];

	if (operand < 0)
		return (struct decision){decision.is_false, decision.is_true};
	return decision;
}

static inline uint64_t decision_open(struct decision decision)
{
	return ~(decision.is_true | decision.is_false);
}

/* What a formula comes to by what it is made of. */
struct decision decision_from_operands(
	const struct network *network, const struct decision *decisions, int32_t index);

#endif
