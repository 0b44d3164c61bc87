/* The search for values of one input: candidates, those beside what is named, and whether they
 * stand for all there are. Internal to space_input.h. */
#ifndef ANALYZER_VARIABILITY_CLASSES_SPACE_VALUES_H
#define ANALYZER_VARIABILITY_CLASSES_SPACE_VALUES_H

#include "analyzer/model/values/constraint_check.h"
#include "analyzer/variability/classes/space_points.h"

struct finding_values {
	struct arena *arena;
	const struct analysis *analysis; /* of the declaration */
	struct value_checker *checker;
	struct space_input *input;
	struct space_points *points;
	struct value *candidates;
	size_t count;
	size_t capacity;
	double low, high; /* of numbers */
};

/* Each once. */
void values_add(struct finding_values *finding, struct value value);
void values_add_number(struct finding_values *finding, double number);

/* Texts of this length that nothing names. */
void values_add_length(struct finding_values *finding, double length);

/* Numbers between each two bounds, beside and outside of them. */
void values_add_numbers(struct finding_values *finding);

/* Texts beside those that are named, and others. */
void values_add_texts(struct finding_values *finding);

/* A candidate that equals nothing that is named stands for all others; without one, they are
 * unknown. */
bool values_have_other(const struct finding_values *finding);

/* Does a text stand for each way in which texts are compared? */
bool values_have_all_texts(const struct finding_values *finding);

bool values_are_named(const struct space_points *points, struct value value);

#endif
