/* What presets and tests show: whether each condition, and each part of one, has been seen true and
 * seen false. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_COVERAGE_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_COVERAGE_H

#include "analyzer/variability/analysis/analysis.h"

struct covered_condition {
	struct node expression; /* in the tree of the elements */
	struct string text;     /* on one line */
	const struct element *element;
	bool is_part; /* an operand of another one */
	bool seen_true;
	bool seen_false;
};

/* "both", "true", "false", "none" */
const char *covered_condition_seen(const struct covered_condition *condition);

/* In the order of the elements, operands behind what they are part of; variants with an error and
 * the defaults, if there are presets, show nothing. In `arena`. */
const struct covered_condition *space_coverage(
	const struct analysis *analysis, struct arena *arena, size_t *count);

#endif
