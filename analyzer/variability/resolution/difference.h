/* What differs between an expected document and an actual one, for people. */
#ifndef ANALYZER_VARIABILITY_RESOLUTION_DIFFERENCE_H
#define ANALYZER_VARIABILITY_RESOLUTION_DIFFERENCE_H

#include "analyzer/variability/values/value.h"

struct difference {
	struct string path;           /* `topology_template.inputs[0]`; empty: the whole */
	const struct value *expected; /* NULL: nothing is expected there */
	const struct value *actual;   /* NULL: it is missing */
	/* What is expected, or should hold what is not; absent if `expected` was not read from a
	 * tree. */
	struct node place;
};

/* In the order of the expected document; none if the documents are equal. The order of keys
 * does not matter. Lives in `arena` and borrows from the values. */
const struct difference *difference_list(
	struct arena *arena, struct value expected, struct value actual, size_t *count);

/* One line: `inputs[0]: expected 80, got 8080`. */
struct string difference_text(struct arena *arena, const struct difference *difference);

#endif
