/* What is true of a template under one variant, for expressions and conditions as they are written.
 *
 * Every part becomes a formula, in a pool of its own, whose variables are the presences that were
 * found. */
#ifndef ANALYZER_VARIABILITY_ANALYSIS_VARIANT_TRUTH_H
#define ANALYZER_VARIABILITY_ANALYSIS_VARIANT_TRUTH_H

#include "analyzer/variability/analysis/findings.h"
#include "analyzer/variability/conditions/logic_expression.h"

struct variant_truth {
	const struct findings *findings;
	unsigned variant;
	struct value_context *context;
	/* A copy of the presence formula in which every presence is a free variable. */
	struct presence_formula scratch;
	struct logic logic; /* makes formulas of `scratch` */
	struct problems ignored;
};

/* The findings of a variant without error; `arena` must live as long. `truth` must not be moved. */
void variant_truth_begin(struct variant_truth *truth, const struct findings *findings,
	unsigned variant, struct arena *arena);
void variant_truth_end(struct variant_truth *truth);

bool variant_truth_of_element(const struct variant_truth *truth, const struct element *element);
bool variant_truth_of_formula(struct variant_truth *truth, formula operand);
bool variant_truth_of_expression(
	struct variant_truth *truth, struct node expression, const struct element *context);

/* The element whose presence, or manual conditions, a variable stands for; NULL if none. */
const struct element *variant_truth_element(const struct variant_truth *truth, formula variable);

#endif
