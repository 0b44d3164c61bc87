/* What follows from demands, up to 64 assignments at once.
 *
 * An evaluation decides what a formula comes to by what it is made of. If something is required,
 * more follows, also the other way round: who demands a conjunction demands its parts, and of a
 * disjunction all but one part of which are false, the last. Propagation applies all such steps,
 * each of which looks at one formula with its operands, until nothing follows any more. What that
 * comes to does not depend on the order of the steps.
 *
 * The steps are taken in *rounds*, each of which sees only what was known before it. So the round
 * in which something is known for the first time does not depend on the order either, and reasons
 * can be told that anyone would tell (justification.h). */
#ifndef SOLVER_PROPAGATION_PROPAGATION_H
#define SOLVER_PROPAGATION_PROPAGATION_H

#include "solver/evaluation.h"

struct propagation;

/* Borrows the evaluation, which has been run, and looks at these assignments of it only. All
 * `required` formulas hold in each of them. */
struct propagation *propagation_create(const struct evaluation *evaluation, uint64_t assignments,
	const formula *required, size_t count);

/* The same, at less cost: steps take effect at once, not in rounds. No reasons can be told, and
 * nothing continues it. */
struct propagation *propagation_create_at_once(const struct evaluation *evaluation,
	uint64_t assignments, const formula *required, size_t count);

/* What `propagation_create` would say, from a propagation made by that in the network that the one
 * of `evaluation` continues, where other things may have been required: round by round, only what
 * may be known otherwise than in `base` is followed. Borrows that; `before` is what it had started
 * from. NULL if assignments were not looked at there, or were refuted there and may not be
 * now. */
struct propagation *propagation_continue(const struct propagation *base,
	const struct evaluation *before, const struct evaluation *evaluation, uint64_t assignments,
	const formula *required, size_t count);

/* Destroying NULL is harmless. */
void propagation_destroy(struct propagation *propagation);

/* The assignments in which what is required contradicts itself. In the others it need not. */
uint64_t propagation_refuted(const struct propagation *propagation);

/* The evaluation with all that has been found out, for the assignments that are not refuted. What
 * is decided in it need not follow from what is decided of its operands: see its residuals. Lives
 * as long as the propagation. */
const struct evaluation *propagation_evaluation(const struct propagation *propagation);

/* How many formulas were looked at. */
size_t propagation_steps(const struct propagation *propagation);

#endif
