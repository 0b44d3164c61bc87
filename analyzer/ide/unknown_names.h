/* Names that refer to nothing, with the nearest name that there is. */
#ifndef ANALYZER_IDE_UNKNOWN_NAMES_H
#define ANALYZER_IDE_UNKNOWN_NAMES_H

#include "analyzer/model/diagnostic.h"
#include "analyzer/syntax/syntax_tree.h"

/* Only of names that have to be declared in the document itself. */
void unknown_names_check(const struct syntax_tree *tree, struct diagnostics *diagnostics);

#endif
