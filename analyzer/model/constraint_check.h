/* Constraints on values: constraint clauses of TOSCA 1.x, validation clauses of 2.0.
 *
 * Only what the text decides is said: a clause with a function that is not known here, or
 * a value that cannot be compared, says nothing. */
#ifndef ANALYZER_MODEL_CONSTRAINT_CHECK_H
#define ANALYZER_MODEL_CONSTRAINT_CHECK_H

#include "analyzer/model/value_check.h"

/* Checks `value` against the `constraints` and the `validation` of `definition`. `type` is
 * the data type of the value, for its units; NULL if it is primitive. */
void constraint_check(struct value_checker *checker, const struct type *type,
	struct node definition, struct node value, struct string name);

#endif
