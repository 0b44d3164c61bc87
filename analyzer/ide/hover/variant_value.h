/* The value of an expression under one variant, for people.
 *
 * Value expressions are evaluated; logic expressions are followed down to the presence of
 * elements that the analysis knows. Knows presets and defaults; for other variants the
 * answer is empty. */
#ifndef ANALYZER_IDE_HOVER_VARIANT_VALUE_H
#define ANALYZER_IDE_HOVER_VARIANT_VALUE_H

#include "analyzer/text/arena.h"
#include "analyzer/variability/analysis/analysis.h"

struct variant_values; /* assignments of all variants */

struct variant_values *variant_values_create(const struct analysis *analysis, struct arena *arena);

/* `"dev"`, `true`, `open: mode`, `error: …`; empty if unknown. */
struct string variant_value_of_input(
	struct variant_values *values, size_t variant, struct string input);
struct string variant_value_of_expression(
	struct variant_values *values, size_t variant, struct node expression);

#endif
