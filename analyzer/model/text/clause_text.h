/* A clause of TOSCA 2.0 as a message shows it: on one line, with properties by their names. */
#ifndef ANALYZER_MODEL_TEXT_CLAUSE_TEXT_H
#define ANALYZER_MODEL_TEXT_CLAUSE_TEXT_H

#include "analyzer/syntax/tree/node.h"
#include "analyzer/text/arena.h"

/* "$less_than: [port, 1024]", shortened if it is long. In `arena`. */
struct string clause_text(struct node clause, struct arena *arena);

#endif
