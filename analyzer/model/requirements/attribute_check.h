/* Attributes that templates assign. */
#ifndef ANALYZER_MODEL_REQUIREMENTS_ATTRIBUTE_CHECK_H
#define ANALYZER_MODEL_REQUIREMENTS_ATTRIBUTE_CHECK_H

#include "analyzer/model/checker/template_checker.h"

/* What an element of `type` assigns to attributes. */
void attributes_check(
	struct template_checker *checker, const struct type *type, struct node_entry element);

/* The same for values of known definitions: every property is an attribute as well. */
void attribute_values_check(struct template_checker *checker, struct type_members attributes,
	struct type_members properties, struct node values, struct string owner);

#endif
