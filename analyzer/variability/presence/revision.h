/* What does an edit change that variability depends on?
 *
 * A template is full of text that has no influence on presence: descriptions, metadata, values
 * of properties that nothing refers to. If an edit changes only such scalars, what was derived
 * from the revision before still holds. If it changes others, but nothing else, elements are
 * where they were. */
#ifndef ANALYZER_VARIABILITY_PRESENCE_REVISION_H
#define ANALYZER_VARIABILITY_PRESENCE_REVISION_H

#include "analyzer/syntax/tree/section_moves.h"

/* Neighbours of which there are more now, or fewer: by their first number in either tree. */
struct section_gap {
	uint32_t before, before_count;
	uint32_t now, now_count;
	bool is_inert; /* nothing in it has an influence on variability */
};

/* Scalars of the earlier tree whose change may matter, and sections in which more has changed than
 * scalars, ascending: references into these mean something else. */
struct changes {
	struct node *scalars;
	size_t count;
	size_t capacity;
	uint32_t *sections;
	size_t section_count;
	size_t section_capacity;
	struct section_gap *gaps; /* ascending */
	size_t gap_count;
	size_t gap_capacity;
	struct section_moves moves; /* where all others stand */
};

/* True if what stands in each section, but for those that have come or gone, is a part of what it
 * was a part of: references to nodes keep their meaning, by way of the moves, but for the sections
 * that are listed. Lists what variability may look at; the caller finishes the list. */
bool revision_compare(
	const struct syntax_tree *before, const struct syntax_tree *after, struct changes *changes);
void changes_finish(struct changes *changes);

/* Whether a scalar does nothing but say what a variant assigns to a variability input: in a preset,
 * or as a default. Elements, conditions and formula are what they were. */
bool revision_is_assignment(struct node scalar);

#endif
