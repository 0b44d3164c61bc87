/* How often a requirement is assigned (keyname `count_range` or `occurrences`). */
#ifndef ANALYZER_MODEL_REQUIREMENTS_REQUIREMENT_COUNT_CHECK_H
#define ANALYZER_MODEL_REQUIREMENTS_REQUIREMENT_COUNT_CHECK_H

#include "analyzer/model/checker/template_checker.h"

/* How often a requirement may be assigned: NaN where there is no bound. */
struct requirement_range {
	double least, most;
};
struct requirement_range requirement_range_of(const struct type_member *requirement, bool is_2_0);

/* How often the requirements of `type` are assigned, against what it allows. */
void requirement_counts_check(
	struct template_checker *checker, const struct type *type, struct node_entry node);

#endif
