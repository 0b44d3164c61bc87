/* Condition clauses of TOSCA 1.x: what must hold of attributes before a workflow runs, for a step
 * of it to be carried out, or for a trigger to act (Simple Profile, sections "Condition clause
 * definition" and "Assertion definition").
 *
 * Conditions ask the running application, so nothing is evaluated. */
#ifndef ANALYZER_MODEL_BEHAVIOUR_CONDITION_CLAUSE_H
#define ANALYZER_MODEL_BEHAVIOUR_CONDITION_CLAUSE_H

#include "analyzer/model/functions/graph_place.h"

/* One clause or a list of them, about an element at `place`. Text, as TOSCA 1.0 has it, is passed
 * over. */
void condition_clause_check(
	struct template_checker *checker, const struct graph_place *place, struct node condition);

#endif
