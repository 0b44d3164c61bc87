/* Running a variability test: the resolved template against what is expected. */
#ifndef ANALYZER_VARIABILITY_RESOLUTION_VARIABILITY_TEST_RUN_H
#define ANALYZER_VARIABILITY_RESOLUTION_VARIABILITY_TEST_RUN_H

#include "analyzer/text/position.h"
#include "analyzer/variability/inputs/variability_test.h"

#include <stdatomic.h>

/* An expectation that is not met, at the place that states it. */
struct variability_failure {
	struct string text;
	struct string file; /* path */
	struct range range; /* bytes in its text */
};

struct variability_test_result {
	const struct variability_failure *failures; /* none: passed */
	size_t failure_count;
	struct string template; /* path of the template that was resolved */
	/* What `expected` names is expected to hold; no bytes: there is no resolved template. */
	struct string resolved;
	struct string error; /* that resolving ended with; empty: none */
};

/* `cancelled` may be NULL; a cancelled run fails. */
struct variability_test_result variability_test_run(struct arena *arena, const struct files *files,
	const struct variability_test *test, const atomic_bool *cancelled);

#endif
