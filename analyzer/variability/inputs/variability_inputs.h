/* Assignments of variability inputs, and the constraints inputs put on each other.
 *
 * An assignment is made of presets, the inputs file, the environment and single
 * values, in this order, each merged over what was there before. Assigning an input
 * that the template does not declare is allowed and has no effect by itself. Does
 * no I/O: the front end hands over texts. */
#ifndef ANALYZER_VARIABILITY_INPUTS_VARIABILITY_INPUTS_H
#define ANALYZER_VARIABILITY_INPUTS_VARIABILITY_INPUTS_H

#include "analyzer/variability/values/value.h"
#include "solver/formula.h"

struct variability_assignment;

/* Empty. Everything lives in `arena`. */
struct variability_assignment *variability_assignment_create(struct arena *arena);

/* Adds a preset of `topology_template.variability.presets`. Answers the empty string, or
 * `Did not find variability preset "<name>"`. */
struct string variability_assignment_add_preset(
	struct variability_assignment *assignment, struct node variability, struct string name);

/* Merges a map of input names to values; anything else is ignored. */
void variability_assignment_add(struct variability_assignment *assignment, struct value inputs);

/* Environment variables VTOSCA_VARIABILITY_INPUT_<NAME>, names lower-cased, values JSON or
 * text. `environment` is as the operating system gives it, "NAME=VALUE" up to NULL. The reference
 * implementation reads them only if an inputs file is given, and before it. */
void variability_assignment_add_environment(
	struct variability_assignment *assignment, const char *const *environment);

/* NULL if the input is not assigned (or null). */
const struct value *variability_assignment_find(
	const struct variability_assignment *assignment, struct string name);

/* All of them, as a map. */
struct value variability_assignment_value(const struct variability_assignment *assignment);

/* Names of all presets of a template, in the order of the text; of the environment variable
 * VTOSCA_VARIABILITY_PRESETS, a JSON list. */
size_t variability_preset_names(
	struct arena *arena, struct node variability, const struct string **names);
size_t variability_environment_presets(
	struct arena *arena, const char *const *environment, const struct string **names);

/* The constraints `mandatory`, `optional`, `choices`, `alternatives`, `requires`, `excludes`
 * between inputs. The first violation, or an empty error. */
struct variability_inputs_violation {
	struct string error;
	struct node cause;
};
/* Whether any of the declared inputs has such a constraint; then an input counts by whether it
 * `holds`: it is anything but false or 0. */
bool variability_inputs_are_related(struct node inputs);
bool variability_input_holds(struct value value);

/* The formula that says whether a declared input holds. */
typedef formula input_formula(void *context, struct string name);

/* What the constraints demand of the inputs, in the pool; other names are free. True where they
 * are malformed: that is a mistake for each assignment. */
formula variability_inputs_constraint(struct arena *arena, struct formulas *formulas,
	struct node inputs, input_formula *holds, void *context);

struct variability_inputs_violation variability_inputs_validate(struct arena *arena,
	struct node variability, const struct variability_assignment *assignment);

#endif
