/* The keyname `copy` of templates. */
#ifndef ANALYZER_MODEL_TEMPLATE_COPY_CHECK_H
#define ANALYZER_MODEL_TEMPLATE_COPY_CHECK_H

#include "analyzer/model/checker/template_checker.h"

/* What an element of `collection`, such as "node_templates", is copied from. */
void copy_check(
	struct template_checker *checker, const char *collection, struct node_entry element);

#endif
