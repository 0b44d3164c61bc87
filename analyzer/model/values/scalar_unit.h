/* Numbers with a unit: "4 GB", "2.4 GHz".
 *
 * TOSCA 1.x has four kinds with fixed units; in TOSCA 2.0, types derived from `scalar`
 * define their units and prefixes. */
#ifndef ANALYZER_MODEL_VALUES_SCALAR_UNIT_H
#define ANALYZER_MODEL_VALUES_SCALAR_UNIT_H

#include "analyzer/language/grammar/primitive_types.h"
#include "analyzer/model/types/types.h"

/* Splits "1.5 GB" into number and unit; false if there is no number, or no unit. */
bool scalar_unit_split(struct string text, struct string *number, struct string *unit);

/* What one `unit` counts in the base unit; 0 if the kind has no such unit. */
double scalar_unit_factor(enum primitive_type kind, struct string unit);

/* The same for a data type derived from `scalar`; NaN if what the unit counts is no number, which
 * is told where it is written. */
double scalar_unit_factor_of_type(const struct type *type, struct string unit);

/* "4 GB" in the base unit, of a data type (NULL: of none) or of TOSCA 1.x; NaN if it is no number
 * with a unit. */
double scalar_unit_number(const struct type *type, struct string text);

/* A keyname of the type or of the closest parent that gives it. */
struct node scalar_unit_keyname(const struct type *type, const char *keyname);

/* Whether any of the `units` or `prefixes` of the type and its parents counts 1. */
bool scalar_unit_has_one(const struct type *type, const char *keyname);

/* All units of a data type or of a kind, as they are written behind a number, in `arena`. */
const struct string *scalar_unit_names(
	const struct type *type, enum primitive_type kind, struct arena *arena, size_t *count);

/* The units of a kind for messages: "B, kB, KiB, …". */
const char *scalar_unit_list(enum primitive_type kind);

#endif
