/* How often nodes and relationships exist under each variant of an analysis.
 *
 * Brings together what the template says (`analyzer/model/multiplicity/representations.h`) and what
 * the variants know: which elements are present, and what expressions of variability yield. */
#ifndef ANALYZER_IDE_HOVER_VARIANT_MULTIPLICITY_H
#define ANALYZER_IDE_HOVER_VARIANT_MULTIPLICITY_H

#include "analyzer/model/multiplicity/representations.h"
#include "analyzer/variability/analysis/analysis.h"

struct variant_multiplicity {
	const struct analysis *analysis;
	const struct multiplicity *multiplicity;
	const struct representations **variants; /* in the order of the analysis */
};

/* NULL where everything exists once: in TOSCA 1.x, and if nothing is counted or allocated. Lives
 * in `arena`. */
const struct variant_multiplicity *variant_multiplicity_create(
	const struct analysis *analysis, struct arena *arena);

/* What cannot be fulfilled, each with the variants it holds for. */
void variant_multiplicity_diagnostics(
	const struct variant_multiplicity *multiplicity, struct diagnostics *diagnostics);

/* `×3`, or `dev ×1 prod ×3`; empty if nothing is known, or nothing is counted there. */
struct string variant_multiplicity_of_node(const struct variant_multiplicity *multiplicity,
	const struct multiplicity_node *node, size_t first_variant, struct arena *arena);
struct string variant_multiplicity_of_requirement(const struct variant_multiplicity *multiplicity,
	const struct multiplicity_requirement *requirement, size_t first_variant,
	struct arena *arena);

#endif
