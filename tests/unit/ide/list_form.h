/* A template as a variable one, in both notations that Variability4TOSCA allows: as it is, and with
 * lists in the place of maps, types and imports. They mean the same. */
#ifndef TESTS_UNIT_IDE_LIST_FORM_H
#define TESTS_UNIT_IDE_LIST_FORM_H

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"
#include "analyzer/text/string.h"

/* In `arena`. Aliases and merge keys become what they stand for. */
struct string map_form(const struct syntax_tree *tree, struct arena *arena);
struct string list_form(const struct syntax_tree *tree, struct arena *arena);

#endif
