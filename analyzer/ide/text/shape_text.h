/* What a value has to look like, for people: "the name of a node type", "a map of node
 * templates", "one of `min`, `max`". */
#ifndef ANALYZER_IDE_TEXT_SHAPE_TEXT_H
#define ANALYZER_IDE_TEXT_SHAPE_TEXT_H

#include "analyzer/language/grammar/constructs.h"
#include "analyzer/text/arena.h"

/* Markdown. */
struct string shape_text(const struct shape *shape, struct arena *arena);

/* "a group", "an import" */
struct string with_article(const char *noun, struct arena *arena);

#endif
