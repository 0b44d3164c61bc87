/* Where values of inputs begin to matter: the constants that expressions compare them with.
 * Internal to space_input.h. */
#ifndef ANALYZER_VARIABILITY_CLASSES_SPACE_POINTS_H
#define ANALYZER_VARIABILITY_CLASSES_SPACE_POINTS_H

#include "analyzer/variability/classes/space_input.h"

struct space_points {
	struct value *values;
	size_t count;
	size_t capacity;
	double *bounds; /* numbers where an order changes */
	size_t bound_count;
	size_t bound_capacity;
	double *lengths; /* of texts */
	size_t length_count;
	size_t length_capacity;
	bool is_ordered_text;   /* texts are compared by order */
	bool is_ordered_number; /* … or as the numbers they are */
	struct space_token *tokens;
	size_t token_count;
	size_t token_capacity;
	uint32_t group;      /* an input of those that are compared with one another */
	uint32_t group_size; /* how many these are */
	bool is_grouped;
	bool is_mixed; /* one of these is compared by order as a text, by its length, or by pieces
			*/
};

/* The piece at a place of a text is compared with this one. */
struct space_token {
	struct string delimiter, text;
	unsigned place;
};

/* Adds to `points`, one for each input, what the expressions of an analysis say; `defaults` is a
 * value of each input. */
void space_points_collect(struct space_inputs *inputs, struct space_points *points,
	const struct value *defaults, const struct analysis *analysis, struct arena *arena,
	struct space_looks *looks);

/* Inputs that are compared with one another have all points in common. */
void space_points_share(struct space_points *points, size_t count, struct arena *arena);

void space_points_add(struct space_points *points, struct arena *arena, struct value value);
void space_points_add_bound(struct space_points *points, struct arena *arena, double bound);

#endif
