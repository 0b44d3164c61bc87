/* Presence and number at a glance: `dev ✓ prod ✗` behind the names of conditional elements, `in
 * dev` or `not in prod` where there are too many variants for that, and in TOSCA 2.0 `×3` behind
 * those of nodes and relationships that are counted.
 *
 * Only where it says something: an element that is present in every variant has no
 * hint, nor has one that shares the fate of its container. */
#ifndef ANALYZER_IDE_VIEWS_INLAY_H
#define ANALYZER_IDE_VIEWS_INLAY_H

#include "analyzer/text/arena.h"
#include "analyzer/text/position.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct analysis;
struct space;

struct inlay {
	uint32_t offset;
	struct string label;
	bool is_count;
	uint32_t subject; /* where the name begins that it speaks of */
};

/* Hints on names within `range`, in the order of the text: behind the name, or at the end of its
 * line if that has no other. With a space of the analysis they say for which inputs an element
 * is present, where that takes few words: `only if env = prod`. */
const struct inlay *inlay_hints(const struct analysis *analysis, const struct space *space,
	struct range range, bool at_line_ends, struct arena *arena, size_t *count);

#endif
