/* Lines of text above presets: what each of them keeps, and how it differs from the
 * active variant. */
#ifndef ANALYZER_IDE_LENS_H
#define ANALYZER_IDE_LENS_H

#include "analyzer/text/arena.h"
#include "analyzer/text/position.h"

#include <stddef.h>

struct analysis;

struct lens {
	struct range range; /* the name of the preset */
	struct string title;
	struct string variant; /* for commands: the variant it is about */
};

const struct lens *lens_list(const struct analysis *analysis, struct string active_variant,
	struct arena *arena, size_t *count);

#endif
