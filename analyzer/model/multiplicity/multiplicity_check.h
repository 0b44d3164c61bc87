/* What a template asks for under a variant and cannot get: counts that are none, more
 * relationships than there are nodes, pairs without partner, exhausted capacity.
 *
 * Of one problem under several variants comes one diagnostic. Nothing is said about what is
 * open under a variant. */
#ifndef ANALYZER_MODEL_MULTIPLICITY_MULTIPLICITY_CHECK_H
#define ANALYZER_MODEL_MULTIPLICITY_MULTIPLICITY_CHECK_H

#include "analyzer/model/multiplicity/multiplicity_report.h"

void multiplicity_check(struct multiplicity_checker *checker);

#endif
