/* Interfaces that node and relationship templates assign, and that types define. */
#ifndef ANALYZER_MODEL_BEHAVIOUR_INTERFACE_CHECK_H
#define ANALYZER_MODEL_BEHAVIOUR_INTERFACE_CHECK_H

#include "analyzer/model/functions/operation.h"

void interfaces_check(
	struct template_checker *checker, const struct graph_place *place, struct node interfaces);

/* Attributes that outputs are mapped to, of those that `origin` defines. */
void outputs_check_of_type(struct template_checker *checker, const struct graph_place *place,
	struct type_members outputs, const struct type *origin);

/* TOSCA 2.0: what an interface type defines, or a node or relationship type makes of it. */
void interface_definitions_check(struct template_checker *checker, const struct type *type);

#endif
