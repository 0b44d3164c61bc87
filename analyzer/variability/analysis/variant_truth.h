/* What is true of a template under one variant, for expressions and conditions as they are written.
 *
 * Every part becomes a formula, in a pool of its own, whose variables are the presences that were
 * found. So an expression is worth here what it is worth in a condition: there is no second reading
 * of operators. Like presence, truth is open where it depends on inputs without a value. */
#ifndef ANALYZER_VARIABILITY_ANALYSIS_VARIANT_TRUTH_H
#define ANALYZER_VARIABILITY_ANALYSIS_VARIANT_TRUTH_H

#include "analyzer/variability/analysis/meanings.h"

enum truth {
	TRUTH_FALSE,
	TRUTH_TRUE,
	TRUTH_OPEN,  /* inputs without a value decide */
	TRUTH_ERROR, /* a part has no meaning, or the variant none */
};

struct variant_truth {
	const struct analysis *analysis;
	struct arena *arena;
	unsigned variant;
	struct value_context *context;   /* of the variant */
	struct value_context **contexts; /* of all variants, NULL until they are chosen */
	struct meanings *meanings;       /* borrowed */
	/* Continues them: every presence is a free variable. */
	struct presence_formula scratch;
	struct logic logic; /* makes formulas of `scratch` */
	uint8_t *known;     /* by formula, under the variant: 0, or its truth and one */
	size_t known_count;
	size_t *opened; /* formulas that came to be open since somebody asked */
	size_t opened_count;
	size_t opened_capacity;
	bool has_given_up; /* since then: they need not all be open */
};

/* `arena` must live as long. `truth` must not be moved. Formulas are made beside those of the
 * meanings, which were borrowed. */
void variant_truth_begin(struct variant_truth *truth, const struct analysis *analysis,
	struct meanings *meanings, struct arena *arena);
void variant_truth_end(struct variant_truth *truth); /* gives them back */

/* All questions below are about this variant. To be called before them. */
void variant_truth_choose(struct variant_truth *truth, size_t variant);

enum truth variant_truth_of_element(
	const struct variant_truth *truth, const struct element *element);
enum truth variant_truth_of_formula(struct variant_truth *truth, formula operand);

/* `context` is the element whose condition holds the expression, NULL if there is none. */
enum truth variant_truth_of_expression(
	struct variant_truth *truth, struct node expression, const struct element *context);

/* For whom an expression is read: the element whose condition it is in; of a named expression, the
 * first element that refers to it. NULL if there is none. */
const struct element *variant_truth_context(const struct variant_truth *truth, struct node node);

#endif
