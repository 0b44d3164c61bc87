/* The value of an expression under one variant, for people: what value_expression.h and
 * variant_truth.h answer. */
#ifndef ANALYZER_IDE_HOVER_VARIANT_VALUE_H
#define ANALYZER_IDE_HOVER_VARIANT_VALUE_H

#include "analyzer/text/arena.h"
#include "analyzer/variability/analysis/analysis.h"

struct variant_values;

/* Lives in the arena, and has to be destroyed before it. */
struct variant_values *variant_values_create(const struct analysis *analysis, struct arena *arena);
void variant_values_destroy(struct variant_values *values);

/* `dev`, `""`, `true`, `open: mode`, `error: …`; empty if there is no value. */
struct string variant_value_of_input(
	struct variant_values *values, size_t variant, struct string input);
struct string variant_value_of_expression(
	struct variant_values *values, size_t variant, struct node expression);

#endif
