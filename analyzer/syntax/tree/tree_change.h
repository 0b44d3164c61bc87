/* The tree after an edit, made of the one before and of sections parsed anew; and what that
 * changed. */
#ifndef ANALYZER_SYNTAX_TREE_TREE_CHANGE_H
#define ANALYZER_SYNTAX_TREE_TREE_CHANGE_H

#include "analyzer/syntax/tree/tree_builder.h"

/* Sections, by number. */
struct section_range {
	uint32_t first;
	uint32_t last;
};

/* The old tree with the builder's sections, which it takes over, in place of those of `range`. */
struct syntax_tree *tree_replace_sections(
	const struct syntax_tree *old, struct section_range range, struct tree_builder *builder);

/* Sections that were taken over at the ends of what was replaced are not part of the change. */
void tree_trim_change(const struct syntax_tree *old, struct syntax_tree *tree);

/* What the change replaced, after a document was split anew: all between the sections that
 * both trees share at their ends. */
void tree_compare(const struct syntax_tree *old, struct syntax_tree *tree);

#endif
