/* Where a name, or a part of it, is written: quotes, escapes, anchors and tags stand around it. */
#ifndef ANALYZER_MODEL_TEXT_NAME_PLACE_H
#define ANALYZER_MODEL_TEXT_NAME_PLACE_H

#include "analyzer/syntax/tree/syntax_tree.h"

/* The name as written, without anchor, tag and quotes. */
struct range name_range(struct node name, struct arena *arena);

/* The part of it that reads as these bytes of its text: quotes may have escapes in them. */
struct range name_part(struct node name, struct range bytes, struct arena *arena);

/* The same part, counted from the start of the node. */
struct range name_part_within(struct node name, struct range bytes, struct arena *arena);

#endif
