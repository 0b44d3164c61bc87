/* What follows from what under one variant, in the formulas of its truth.
 *
 * An element has the truth that its conditions give it; where these go in circles or leave a
 * choice, the constraints of the template have to be looked at, too, and what even they leave
 * open is chosen. Each is known by a shortest chain from values of inputs, demands and choices.
 * Internal to explanations. */
#ifndef ANALYZER_VARIABILITY_ANALYSIS_REASONING_H
#define ANALYZER_VARIABILITY_ANALYSIS_REASONING_H

#include "analyzer/variability/analysis/variant_truth.h"

struct reasoning {
	struct arena *arena;
	struct variant_truth truth;
	struct derivation *derivation; /* of what was chosen last */
	struct derivation *chains[2];  /* of a variant whose chains nobody keeps: the last one */
	size_t variant;
	struct derivation *own; /* with choices, of one element */
	struct derivation_scope *own_scope;
};

/* `arena` must live as long. `reasoning` must not be moved. */
void reasoning_begin(
	struct reasoning *reasoning, const struct analysis *analysis, struct arena *arena);
void reasoning_end(struct reasoning *reasoning);

/* Finds out how the presence of `element` follows under the variant, of which it is known. */
void reasoning_choose(struct reasoning *reasoning, size_t variant, const struct element *element);

/* The same of all constraints, and of all elements whose conditions decide them, under a variant
 * that contradicts itself: what does not follow from conditions alone is not looked for. */
void reasoning_choose_demands(struct reasoning *reasoning, size_t variant);

/* Whether the element is present, as a fact. */
formula reasoning_fact(struct reasoning *reasoning, const struct element *element);

/* The constraint that a demand is. */
const struct constraint *reasoning_constraint(const struct reasoning *reasoning, size_t required);

/* What it demands, as a formula. FORMULA_TRUE if there is no such constraint. */
formula reasoning_demand(const struct reasoning *reasoning, const struct constraint *constraint);

#endif
