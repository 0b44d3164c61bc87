/* Validation clauses of TOSCA 2.0: Boolean functions of a value (sections "Validation clause
 * definition" and "Boolean Functions"), and node filters, which are Boolean functions of the
 * properties of a node (section "Node filter definition"). */
#ifndef ANALYZER_MODEL_VALUES_VALIDATION_CLAUSE_H
#define ANALYZER_MODEL_VALUES_VALIDATION_CLAUSE_H

#include "analyzer/model/values/comparison.h"
#include "analyzer/model/values/value_check.h"

/* Whether `clause` holds for `value`, which is what `$value` means in it. */
enum verdict validation_clause_verdict(struct value_checker *checker,
	const struct comparison *comparison, struct node clause, struct node value);

/* Of a clause that fails: the condition that is to blame, inside of all `$and` around it. */
struct node validation_clause_failing(struct value_checker *checker,
	const struct comparison *comparison, struct node clause, struct node value);

/* What calls in a filter yield. */
struct filter_values {
	const void *context;
	/* The value of `call` as it is written, and of which type it is; absent if it is not
	 * known. */
	struct node (*find)(const void *context, struct node call, struct comparison *comparison);
};

enum verdict filter_clause_verdict(
	struct value_checker *checker, struct filter_values values, struct node clause);

struct node filter_clause_failing(
	struct value_checker *checker, struct filter_values values, struct node clause);

#endif
