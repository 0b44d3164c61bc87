/* Presence of all elements under a number of variants.
 *
 * Everything the definitions decide is decided directly, for all variants at once, and then
 * what follows from constraints and through circles; only what is open even then reaches a solver.
 * The result is the best model, and of several the lexicographically least
 * (Variability4TOSCA, section "Optimization"). After an edit, what it leaves as it was is neither
 * decided by its definition nor solved again. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_PRESENCE_H
#define ANALYZER_VARIABILITY_PRESENCE_PRESENCE_H

#include "analyzer/variability/expressions/value_expression.h"
#include "analyzer/variability/presence/service_template.h"
#include "analyzer/variability/presence/solved_parts.h"
#include "solver/evaluation.h"
#include "solver/propagation/propagation.h"

#include <stdatomic.h>

/* An expression that a variant leaves open, and the input it would need. */
struct open_expression {
	formula variable;
	unsigned variant;
	struct string input;
};

/* By canonical position, one bit per variant. */
struct presence_result {
	uint64_t *present;
	uint64_t *depends; /* on inputs left open */
	uint64_t *error;
	struct open_expression *open;
	size_t open_count;
	size_t open_capacity;
	uint32_t evaluations;
	size_t decisions;    /* formulas decided directly */
	size_t propagations; /* formulas looked at for what follows from constraints */
	uint32_t solves;
	uint64_t unexplained; /* variants that have no model, nobody having asked why */
	/* Of a template that was read as a whole, for edits; or NULL. The caller destroys it,
	 * before the evaluation. */
	struct propagation *propagation;
};

/* Of those who know already what an atom comes to: sets both for all variants, or says false. */
struct known_values {
	bool (*find)(const void *context, size_t atom, uint64_t *is_true, uint64_t *is_false);
	const void *context;
};

struct presence_request {
	const struct service_template *service_template;
	struct value_context *const *contexts; /* of each variant */
	size_t count;
	uint64_t unusable; /* variants without assignment: nothing is known */
	struct problems *problems;
	struct arena *arena;
	struct solved_parts *solved;                  /* filled with the answers of all parts */
	const struct solved_parts *previously_solved; /* answers known already, or NULL */
	const struct evaluation *base; /* of the template that this one is an edit of, or NULL */
	const struct propagation *base_propagation; /* the same */
	const atomic_bool *cancelled;
	struct known_values known_values; /* or nothing */
	bool skips_reasons;               /* what contradicts each other is not looked for */
	uint64_t unexplained;             /* the same of these variants alone */
};

/* False if it was cancelled. The result lives in the arena, the evaluation too, so to say: the
 * caller destroys it. */
bool presence_find(const struct presence_request *request, struct presence_result *result,
	struct evaluation **evaluation);

#endif
