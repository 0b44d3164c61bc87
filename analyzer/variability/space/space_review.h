/* What of a template makes no difference: presets that come to the same, and what nobody reads. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_REVIEW_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_REVIEW_H

#include "analyzer/variability/space/space.h"

/* Presets whose resolved templates are the same: numbers of variants, in their order. */
struct equal_variants {
	const size_t *items;
	size_t count;
};
const struct equal_variants *space_equal_presets(
	const struct analysis *analysis, struct arena *arena, size_t *count);

/* A declaration that no assignment makes a difference by. */
struct unused_declaration {
	bool is_input; /* or else a named expression */
	struct string name;
	struct node key;
};
const struct unused_declaration *space_unused(
	const struct space *space, struct arena *arena, size_t *count);

/* The named expression over inputs that comes to the same as an expression of a condition, in
 * every assignment that can be resolved; empty if there is none, or it is one. */
struct string space_name_of(const struct space *space, struct node expression);

/* Is the expression a condition of an element for which pruning decides, too? */
bool space_is_pruned(const struct space *space, struct node expression);

#endif
