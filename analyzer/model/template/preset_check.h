/* Values of variability inputs: defaults, and what presets assign. */
#ifndef ANALYZER_MODEL_TEMPLATE_PRESET_CHECK_H
#define ANALYZER_MODEL_TEMPLATE_PRESET_CHECK_H

#include "analyzer/model/values/value_check.h"

/* Variability4TOSCA, sections "Variability Definition" and "Variability Preset Definition":
 * variability inputs are defined by parameter definitions, which presets assign values to.
 * Resolving takes any value, so these are warnings. `variability` is the variability
 * definition; anything else is passed over. True if a value may ask for more than types. */
bool presets_check(struct value_checker *checker, struct node variability);

/* The same for values that are assigned from elsewhere: `assigned` is a map of names to values,
 * which may be in another tree. */
void preset_inputs_check(
	struct value_checker *checker, struct node variability, struct node assigned);

#endif
