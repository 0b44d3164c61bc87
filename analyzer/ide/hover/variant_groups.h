/* Variants of which the same is said share a row, or a column. */
#ifndef ANALYZER_IDE_HOVER_VARIANT_GROUPS_H
#define ANALYZER_IDE_HOVER_VARIANT_GROUPS_H

#include "analyzer/ide/text/markdown.h"
#include "analyzer/variability/analysis/analysis.h"

struct variant_group {
	const size_t *variants;
	size_t count;
};

/* The variants with the same one of `sayings`, of which each variant has one; those with an empty
 * one are left out. That of the active variant comes first. */
const struct variant_group *variant_groups_find(const struct analysis *analysis,
	const struct string *sayings, struct arena *arena, size_t *count);

/* Whether the active variant is among them. */
bool variant_group_is_active(const struct analysis *analysis, struct variant_group group);

/* Adds the names of the first `most` as the text of a cell, that of the active variant first, and
 * how many more there are. Of many variants that are all there are, only the number is told. */
void variant_group_add(struct markdown *markdown, const struct analysis *analysis,
	struct variant_group group, size_t most);

#endif
