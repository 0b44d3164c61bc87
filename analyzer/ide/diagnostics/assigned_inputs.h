/* Values that are assigned to variability inputs from outside of the template, by a command line or
 * a file of inputs.
 *
 * Resolving takes whatever it is given: a name that nobody declares has no effect, a value of
 * another type is used as it is. So these are the warnings that presets get. */
#ifndef ANALYZER_IDE_ASSIGNED_INPUTS_H
#define ANALYZER_IDE_ASSIGNED_INPUTS_H

#include "analyzer/model/report/diagnostic.h"
#include "analyzer/model/types/types.h"

/* `assigned` holds a map of names to values, `types` are those of the template. The places are in
 * `assigned`. Lives in `arena`. */
struct diagnostics assigned_inputs_check(
	const struct types *types, const struct syntax_tree *assigned, struct arena *arena);

#endif
