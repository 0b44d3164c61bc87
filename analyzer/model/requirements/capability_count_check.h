/* How many relationships lead to a capability (keyname `occurrences`). */
#ifndef ANALYZER_MODEL_REQUIREMENTS_CAPABILITY_COUNT_CHECK_H
#define ANALYZER_MODEL_REQUIREMENTS_CAPABILITY_COUNT_CHECK_H

#include "analyzer/model/checker/template_checker.h"

/* How many relationships of the whole template lead to each capability. It may only be left out
 * for a template in which no node is noted to have a limit. */
void capability_counts_check(struct template_checker *checker);
void capability_limits_note(struct template_checker *checker, struct node_entry node);

#endif
