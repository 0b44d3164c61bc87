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

#include <stddef.h>
#include <stdint.h>

struct analysis;

struct inlay {
	uint32_t offset;
	struct string label;
	bool is_count;
};

/* Hints within `range`, in the order of the text. */
const struct inlay *inlay_hints(
	const struct analysis *analysis, struct range range, struct arena *arena, size_t *count);

#endif
