/* Interfaces that node and relationship templates assign. */
#ifndef ANALYZER_MODEL_INTERFACE_CHECK_H
#define ANALYZER_MODEL_INTERFACE_CHECK_H

#include "analyzer/model/operation.h"

void interfaces_check(
	struct template_checker *checker, const struct graph_place *place, struct node interfaces);

#endif
