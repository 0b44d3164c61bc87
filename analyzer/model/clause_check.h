/* Boolean expressions of TOSCA 2.0 as they are written: validation clauses, conditions, filters.
 *
 * Says what can never be right: an expression that is not Boolean, a function that there is not,
 * arguments that no value of the type can be compared with. What a clause makes of a given value,
 * `validation_clause.h` tells. */
#ifndef ANALYZER_MODEL_CLAUSE_CHECK_H
#define ANALYZER_MODEL_CLAUSE_CHECK_H

#include "analyzer/model/value_check.h"

/* Sections "Node filter definition", "Trigger definition", "Imperative Workflow definition".
 * `what` is for messages. */
void clause_check(struct value_checker *checker, struct node clause, const char *what);

/* Section "Validation clause definition": the clause of the schema, and those of its entries and
 * keys. `validation` is that of the schema itself. */
void clause_check_validation(
	struct value_checker *checker, struct value_schema schema, struct node validation);
void clause_check_validations(struct value_checker *checker, struct value_schema schema);

#endif
