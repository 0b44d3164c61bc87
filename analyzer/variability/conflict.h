/* Why a variant has no solution: a smallest set of constraints that cannot hold together, given
 * what the conditions of elements say. */
#ifndef ANALYZER_VARIABILITY_CONFLICT_H
#define ANALYZER_VARIABILITY_CONFLICT_H

#include "analyzer/variability/service_template.h"
#include "solver/evaluation.h"

/* The constraints, in order; none if the conditions alone contradict each other, or if it was
 * cancelled. The list lives in the arena. */
const struct constraint *const *conflict_find(const struct service_template *service_template,
	const struct evaluation *evaluation, unsigned variant, struct arena *arena, size_t *count);

/* `node "app" must have exactly one host`: what a constraint demands, in words. */
struct string constraint_text(const struct constraint *constraint, struct arena *arena);

/* Where it is written, or the element it is about. */
struct node constraint_place(const struct constraint *constraint);

#endif
