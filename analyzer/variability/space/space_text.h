/* Assignments and conditions over inputs, in the words of the modeller. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_TEXT_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_TEXT_H

#include "analyzer/variability/space/space.h"

/* A smallest condition over inputs that says when the element is present, after everything that
 * decides about it: `env = prod and traffic ≥ 1000`, or the named expression that says exactly
 * that: `on_cluster`, or that it does not: `not on_cluster`. Empty if it does not vary, or if it
 * takes too many words. Borrowed from the space. */
struct string space_condition(const struct space *space, const struct element *element);

/* `env = prod, ha = false` */
struct string space_assignment_text(
	const struct space *space, space_assignment assignment, struct arena *arena);

/* `env = prod`: a class of an input. */
struct string space_input_text(
	const struct space *space, size_t input, uint32_t class, struct arena *arena);

/* The inputs that are other than where nothing fails; all of them if none is. */
struct string space_difference_text(
	const struct space *space, space_assignment assignment, struct arena *arena);

/* The inputs of a failure that are other than where nothing fails. */
struct string space_failure_text(
	const struct space *space, const struct space_failure *failure, struct arena *arena);

/* What it ends with, and why, where that is known. */
struct string space_failure_message(const struct space_failure *failure, struct arena *arena);

/* Why no assignment resolves, if none does, or else empty: what all end with, or what one of them
 * ends with, and which. */
struct string space_hopeless_text(const struct space *space, struct arena *arena);

/* Any values of inputs, a map; those that are other than where nothing fails. */
struct string space_inputs_text(
	const struct space *space, struct value inputs, struct arena *arena);

/* A value as people write it: text without quotes unless it needs them. */
struct string space_value_text(struct value value, struct arena *arena);

/* ---- internal ---- */

/* A function of inputs: for each combination whether it holds. */
enum space_cell {
	CELL_FALSE,
	CELL_TRUE,
	CELL_FREE, /* it does not matter */
};

/* In words; empty if it takes too many. `cells` has one for each combination of the inputs, of
 * which the first counts fastest, and is used up. */
struct string space_cells_text(
	const struct space *space, const uint32_t *inputs, uint32_t count, uint8_t *cells);

/* Finds the conditions of all elements. False if it was cancelled. */
bool space_conditions_find(struct space *space, const atomic_bool *cancelled);

#endif
