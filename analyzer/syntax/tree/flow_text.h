/* A node on one line, in flow style: `{equal: [{variability_input: mode}, prod]}`.
 *
 * For messages and tables, however the node is laid out in its file. Scalars keep their quotes if
 * they have any; comments, anchors and tags are left out. */
#ifndef ANALYZER_SYNTAX_TREE_FLOW_TEXT_H
#define ANALYZER_SYNTAX_TREE_FLOW_TEXT_H

#include "analyzer/syntax/tree/node.h"
#include "analyzer/text/arena.h"

/* Of at most `most` bytes, and "…" behind them where there would be more. */
struct string flow_text(struct node node, size_t most, struct arena *arena);

#endif
