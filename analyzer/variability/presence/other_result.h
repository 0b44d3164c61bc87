/* The best result in which an element is not what it is: what it would cost to choose otherwise. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_OTHER_RESULT_H
#define ANALYZER_VARIABILITY_PRESENCE_OTHER_RESULT_H

#include "analyzer/variability/presence/service_template.h"
#include "solver/evaluation.h"

/* Presence by canonical position, in the arena, under a variant that has a result; with `element`
 * present, or absent. NULL if there is no such result. */
const bool *other_result_find(const struct service_template *service_template,
	const struct evaluation *evaluation, unsigned variant, const struct element *element,
	bool present, struct arena *arena);

#endif
