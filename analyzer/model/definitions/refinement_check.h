/* What a type may change of what it inherits, and what its definitions need whether they are
 * refined or not. */
#ifndef ANALYZER_MODEL_DEFINITIONS_REFINEMENT_CHECK_H
#define ANALYZER_MODEL_DEFINITIONS_REFINEMENT_CHECK_H

#include "analyzer/model/values/value_check.h"

/* TOSCA 2.0, "Derivation rules" and "Refinement rules" of each kind of type and definition. */
void refinement_check(struct value_checker *checker, const struct type *type);

/* "Property definition", "Attribute definition" and "Parameter definition", refinement rules: of
 * those members that are written in `origin`. */
void refinement_check_values(struct value_checker *checker, struct type_members members,
	const struct type *origin, enum type_part part);

#endif
