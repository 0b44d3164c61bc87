/* The elements of a topology or service template against their types; see types.h. */
#ifndef ANALYZER_MODEL_TEMPLATE_TEMPLATE_CHECK_H
#define ANALYZER_MODEL_TEMPLATE_TEMPLATE_CHECK_H

#include "analyzer/model/checker/template_checker.h"

/* For look-ups alone: what would be reported has no place to go to. Lives in `arena`. */
struct template_checker template_checker_for_lookups(
	const struct types *types, const struct syntax_tree *tree, struct arena *arena);

#endif
