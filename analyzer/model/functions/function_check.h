/* Calls of functions: their arguments, what their paths lead to, and what results.
 *
 * TOSCA 2.0, chapter "TOSCA built-in functions"; Simple Profile, chapter "TOSCA functions".
 * A name that no node, relationship template or input has is reported with the names. */
#ifndef ANALYZER_MODEL_FUNCTIONS_FUNCTION_CHECK_H
#define ANALYZER_MODEL_FUNCTIONS_FUNCTION_CHECK_H

#include "analyzer/model/checker/data_type.h"
#include "analyzer/model/functions/function_call.h"

/* All calls inside of `value`, which is written at `place`. */
void function_check_value(
	struct template_checker *checker, const struct graph_place *place, struct node value);

/* Each value of a collection such as "properties", in map or list form. */
void function_check_values(
	struct template_checker *checker, const struct graph_place *place, struct node values);

/* All defaults and values in the definition of a type; the checker says what SELF is. */
void function_check_type(struct template_checker *checker, const struct type *type);

/* All values of an element. */
void function_check_node(struct template_checker *checker, struct node_entry node);
void function_check_relationship(struct template_checker *checker, struct node_entry template);

#endif
