/* Boolean expressions of TOSCA 2.0 as they are written: validation clauses, conditions, filters.
 *
 * Says what can never be right: an expression that is not Boolean, and what is wrong with the calls
 * in it. What a clause makes of a given value, `validation_clause.h` tells. */
#ifndef ANALYZER_MODEL_FUNCTIONS_CLAUSE_CHECK_H
#define ANALYZER_MODEL_FUNCTIONS_CLAUSE_CHECK_H

#include "analyzer/model/functions/graph_place.h"

/* Sections "Node filter definition", "Trigger definition", "Imperative Workflow definition".
 * `place` is what SELF means, `what` is for messages. */
void clause_check(struct template_checker *checker, const struct graph_place *place,
	struct node clause, const char *what);

/* Section "Validation clause definition": the clause of the schema, and those of its entries and
 * keys. `validation` is that of the schema itself. SELF is what the checker says. */
void clause_check_validation(
	struct template_checker *checker, struct value_schema schema, struct node validation);
void clause_check_validations(struct template_checker *checker, struct value_schema schema);

#endif
