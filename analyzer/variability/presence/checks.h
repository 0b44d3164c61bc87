/* Checks of the result (Variability4TOSCA, section "Checks"), for many variants at once.
 *
 * A set of variants is a word, one bit each, and so is the presence of an element; a
 * check is a few operations on words. Every violation becomes a problem that says
 * for which variants it holds, in the order in which the reference implementation
 * would meet them. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_CHECKS_H
#define ANALYZER_VARIABILITY_PRESENCE_CHECKS_H

#include "analyzer/variability/elements/element_graph.h"

/* `present[element->position]` holds the variants in which the element is present; `variants`
 * those that have a result to check. */
void checks_run(const struct element_graph *graph, const struct options *options,
	const uint64_t *present, uint64_t variants, struct problems *problems);

#endif
