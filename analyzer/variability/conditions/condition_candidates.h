/* Element-generic conditions: which tokens a mode of default conditions asks for, and which of
 * them apply to an element (Variability4TOSCA, sections "Element-Generic Conditions"). */
#ifndef ANALYZER_VARIABILITY_CONDITIONS_CONDITION_CANDIDATES_H
#define ANALYZER_VARIABILITY_CONDITIONS_CONDITION_CANDIDATES_H

#include "analyzer/variability/conditions/conditions.h"

/* Tokens that keep the resolved template well formed; all others drop what nobody uses. */
enum {
	TOKENS_OF_CONSISTENCY = TOKEN_SOURCE | TOKEN_TARGET | TOKEN_DEFAULT | TOKEN_CONTAINER |
				TOKEN_CONSUMING | TOKEN_OTHER
};

/* The tokens of an element that apply to it. An unknown mode becomes a problem. Elements in front
 * of this one must have their conditions. */
unsigned condition_candidates(const struct conditions *conditions, const struct element *element);

#endif
