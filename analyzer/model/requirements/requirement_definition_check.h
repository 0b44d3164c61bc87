/* Requirements that node types define: what they ask of the node types that they name, and what may
 * change when they are refined. */
#ifndef ANALYZER_MODEL_REQUIREMENTS_REQUIREMENT_DEFINITION_CHECK_H
#define ANALYZER_MODEL_REQUIREMENTS_REQUIREMENT_DEFINITION_CHECK_H

#include "analyzer/model/checker/template_checker.h"

void requirement_definitions_check(struct template_checker *checker, const struct type *type);

/* TOSCA 2.0: the capability that the definition asks for by its symbolic name, which is that of a
 * capability of the node type; empty if it asks for a type. */
struct string requirement_capability_name(const struct type_member *requirement);

/* The relationship that the definition describes, if it stands in `origin`, as an element inside of
 * this type; and which type it has, NULL if that alone is given. */
const struct type *requirement_relationship(const struct type_member *requirement,
	const struct type *origin, struct type_member *relationship);

#endif
