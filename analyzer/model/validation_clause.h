/* Validation clauses of TOSCA 2.0: Boolean functions of a value (sections "Validation clause
 * definition" and "Boolean Functions"). */
#ifndef ANALYZER_MODEL_VALIDATION_CLAUSE_H
#define ANALYZER_MODEL_VALIDATION_CLAUSE_H

#include "analyzer/model/comparison.h"
#include "analyzer/model/value_check.h"

/* Whether `clause` holds for `value`, which is what `$value` means in it. */
enum verdict validation_clause_verdict(struct value_checker *checker,
	const struct comparison *comparison, struct node clause, struct node value);

#endif
