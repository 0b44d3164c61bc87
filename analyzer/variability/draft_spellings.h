/* Spellings of the first drafts of Variability4TOSCA (1.0, and release candidates up to 2023).
 *
 * They are understood where a template uses them: `enable_node_pruning` is `node_pruning`,
 * `disable_consistency_checks: true` is `consistency_checks: false`. `xor`, then "exactly one",
 * today is parity; which one is meant, the other spellings of the template tell. */
#ifndef ANALYZER_VARIABILITY_DRAFT_SPELLINGS_H
#define ANALYZER_VARIABILITY_DRAFT_SPELLINGS_H

#include "analyzer/syntax/node.h"
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

/* Does an expression, or anything below it, use an operator by an old name? */
bool draft_operators_are_used(struct node expression);

#endif
