/* Variability options of the first drafts of Variability4TOSCA (release candidates up to 2023).
 *
 * They are understood where a template uses them: `enable_node_pruning` is `node_pruning`,
 * `disable_consistency_checks: true` is `consistency_checks: false`. */
#ifndef ANALYZER_VARIABILITY_ELEMENTS_DRAFT_OPTIONS_H
#define ANALYZER_VARIABILITY_ELEMENTS_DRAFT_OPTIONS_H

#include "analyzer/syntax/tree/node.h"
#include "analyzer/text/arena.h"

#include <stddef.h>

/* An option by an old name. */
struct draft_option {
	const char *replacement;
	struct node value;
	bool is_negated;
};

/* Those of a map of options, in `arena`. */
const struct draft_option *draft_options(struct arena *arena, struct node map, size_t *count);

#endif
