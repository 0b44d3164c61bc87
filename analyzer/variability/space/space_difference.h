/* What differs between two templates, over all assignments of the inputs of either. */
#ifndef ANALYZER_VARIABILITY_SPACE_SPACE_DIFFERENCE_H
#define ANALYZER_VARIABILITY_SPACE_SPACE_DIFFERENCE_H

#include "analyzer/variability/analysis/analysis.h"
#include "analyzer/variability/classes/space_number.h"

/* An element that one template keeps under some assignment, and the other one does not. */
struct changed_element {
	struct string id;
	bool is_added;       /* kept by the newer one */
	double count;        /* how many assignments show it */
	struct value inputs; /* one of them, complete */
};

/* An assignment that fails, or does so otherwise than before. */
struct changed_failure {
	struct string before; /* the error; empty: none */
	struct string after;
	double count;
	struct value inputs;
};

struct template_difference {
	struct space_number assignments; /* of classes of values that either distinguishes */
	bool is_exact;                   /* all were tried; or else many of them */
	double changed;                  /* assignments under which anything differs; at least */
	const struct changed_element *elements;
	size_t element_count;
	const struct changed_failure *failures;
	size_t failure_count;
};

/* In `arena`. Inputs that `fixed` assigns, a map or nothing, have no other value. False if it was
 * cancelled. */
bool space_difference(struct template_difference *difference, const struct analysis *before,
	const struct analysis *after, struct value fixed, struct arena *arena,
	const atomic_bool *cancelled);

/* Do both come to the same for every assignment? What fails does so in the same words; elements
 * are the same in the same order, but for those that are `removed` from the older one (by position;
 * NULL: none), which are never present; where some are, what failed may do otherwise. False, too,
 * if that is not known, or if it was cancelled.
 */
bool space_is_same(const struct analysis *before, const struct analysis *after, const bool *removed,
	const atomic_bool *cancelled);

#endif
