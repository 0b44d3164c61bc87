/* What present properties come to: the values of their expressions, under each variant.
 *
 * Internal to the making of an analysis. */
#ifndef ANALYZER_VARIABILITY_ANALYSIS_PROPERTY_VALUES_H
#define ANALYZER_VARIABILITY_ANALYSIS_PROPERTY_VALUES_H

#include "analyzer/variability/analysis/findings.h"

/* Fills in `findings->values`. A value that the findings before the edit have is theirs, too:
 * conditions do not change values. What has no value, or none that can be told, is a problem. */
void property_values_find(struct findings *findings, struct problems *problems);

/* The value of a property under a variant, by its number among them; NULL if there is none. */
const struct value *property_values_get(
	const struct findings *findings, uint32_t number, size_t variant);

#endif
