/* Where a name is declared, and where it is used.
 *
 * Variability inputs, expressions, presets, nodes, relations, artifacts, groups, policies,
 * inputs, outputs, types and so on; in conditions, in templates and in functions such as
 * `get_input`. Within one document. */
#ifndef ANALYZER_IDE_NAVIGATION_H
#define ANALYZER_IDE_NAVIGATION_H

#include "analyzer/syntax/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct place_of_name {
	struct range range; /* the name */
	struct range whole; /* what it declares, with its value; `range` for uses */
	bool is_declaration;
};

/* The name at `offset`, for highlighting what the answer is about; empty if there is none. */
struct range navigation_origin(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena);

/* The declarations of the name at `offset`: several, if there are alternatives. */
const struct place_of_name *navigation_definitions(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena, size_t *count);

/* Every place of the name at `offset` in the order of the text, declarations included. */
const struct place_of_name *navigation_references(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena, size_t *count);

#endif
