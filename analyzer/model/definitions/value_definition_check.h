/* Definitions of properties, attributes and parameters: the values that they give are of their
 * types, and so is what their clauses compare. */
#ifndef ANALYZER_MODEL_DEFINITIONS_VALUE_DEFINITION_CHECK_H
#define ANALYZER_MODEL_DEFINITIONS_VALUE_DEFINITION_CHECK_H

#include "analyzer/model/values/value_check.h"

/* Those members that are written in `origin`. `needs_types`: what has no type refines nothing for
 * sure, and must have one. */
void value_definitions_check(struct value_checker *checker, struct type_members members,
	const struct type *origin, bool needs_types);

#endif
