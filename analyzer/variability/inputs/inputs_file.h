/* Files that assign variability inputs: YAML, or a FeatureIDE configuration in XML. */
#ifndef ANALYZER_VARIABILITY_INPUTS_INPUTS_FILE_H
#define ANALYZER_VARIABILITY_INPUTS_INPUTS_FILE_H

#include "analyzer/variability/values/value.h"

/* The map of input names to values that `text` holds; `name` ending in ".xml" means FeatureIDE.
 * What cannot be read is told in `error`, which is empty otherwise. */
struct value inputs_file_read(
	struct arena *arena, struct string name, struct string text, struct string *error);

#endif
