/* Capabilities that a node template assigns. */
#ifndef ANALYZER_MODEL_REQUIREMENTS_CAPABILITY_CHECK_H
#define ANALYZER_MODEL_REQUIREMENTS_CAPABILITY_CHECK_H

#include "analyzer/model/checker/template_checker.h"

/* Capabilities of a node; of one that is found or copied, values may come from elsewhere. */
void capabilities_check(struct template_checker *checker, const struct type *type,
	struct node_entry node, bool is_made_here);

#endif
