/* What the elements of a template mean, in a pool in which every presence is a free variable, and
 * what follows from that under its variants: what explanations start from.
 *
 * Made when someone asks first, and kept with the findings for whoever asks next. Who asks makes
 * formulas in a pool that continues this one: so no answer depends on those before. Internal to
 * this folder. */
#ifndef ANALYZER_VARIABILITY_ANALYSIS_MEANINGS_H
#define ANALYZER_VARIABILITY_ANALYSIS_MEANINGS_H

#include "analyzer/variability/analysis/findings.h"
#include "analyzer/variability/conditions/free_presence.h"
#include "solver/propagation/derivation.h"

struct meanings {
	struct arena *arena;
	struct presence_formula scratch;
	struct logic logic;             /* makes formulas of `scratch` */
	struct derivation_scope *scope; /* NULL until everything is defined */
	struct derivation **chains; /* two of each variant: without demands, with them; or NULL */
	size_t variant_count;       /* of which chains are kept */
};

/* Those of the findings are nobody else's until they are given back. */
struct meanings *meanings_borrow(const struct analysis *analysis);
void meanings_return(const struct analysis *analysis, struct meanings *meanings);
void meanings_destroy(struct meanings *meanings); /* NULL is harmless */

/* Nobody will ask for those of these findings any more; of NULL: nothing. */
void meanings_forget(struct findings *findings);

/* Every element is defined, the constraints are formulas, and all of them are in the scope. Not to
 * be called while a pool continues this one. */
void meanings_define(struct meanings *meanings);

#endif
