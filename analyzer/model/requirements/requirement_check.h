/* Requirement assignments of a node template. */
#ifndef ANALYZER_MODEL_REQUIREMENTS_REQUIREMENT_CHECK_H
#define ANALYZER_MODEL_REQUIREMENTS_REQUIREMENT_CHECK_H

#include "analyzer/model/checker/template_checker.h"

/* Requirement assignments of a node template, one of whose types is `source`. */
void requirements_check(
	struct template_checker *checker, const struct type *source, struct node_entry node);

#endif
