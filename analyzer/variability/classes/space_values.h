/* The search for values of one input: candidates, those beside what is named, and whether they
 * stand for all there are. Internal to space_input.h. */
#ifndef ANALYZER_VARIABILITY_CLASSES_SPACE_VALUES_H
#define ANALYZER_VARIABILITY_CLASSES_SPACE_VALUES_H

#include "analyzer/model/values/constraint_check.h"
#include "analyzer/variability/classes/space_collecting.h"

struct finding_values {
	struct arena *arena;
	const struct analysis *analysis; /* of the declaration */
	struct value_checker *checker;
	struct space_input *input;
	struct space_points *points;
	struct value *candidates;
	size_t count;
	size_t capacity;
	double low, high; /* of numbers, or of the lengths of texts */
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

/* Of enum space_look: the ways in which the input is looked at, and those of them that the
 * candidates are enough for, together. */
unsigned values_looked_at(const struct finding_values *finding);
unsigned values_looks(struct finding_values *finding);

/* Texts that are compared by order and by length: adds one for each combination; is there one? What
 * the declaration allows is from `low` to `high` long. */
void values_add_ranges(struct finding_values *finding);
bool values_have_ranges(struct finding_values *finding);

enum {
	VALUES_MOST_GROUPED = 4 /* inputs that are compared with one another */
};

/* A text for each of them that nobody is likely to name. */
struct string values_member(unsigned number);

/* Is there a text for each combination of the pieces that are compared? */
bool values_have_pieces(const struct finding_values *finding);

bool values_are_named(const struct space_points *points, struct value value);

#endif
