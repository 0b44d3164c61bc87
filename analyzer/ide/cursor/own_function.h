/* Functions that files of TOSCA 2.0 define: the document, and those that it imports, which may
 * have a prefix. And their arguments as people write them. (TOSCA 2.0, section "Function
 * definitions") */
#ifndef ANALYZER_IDE_CURSOR_OWN_FUNCTION_H
#define ANALYZER_IDE_CURSOR_OWN_FUNCTION_H

#include "analyzer/ide/cursor/names.h"
#include "analyzer/model/types/types.h"

/* All of them by the names that call them here, without "$": the document's first. `types` may be
 * NULL: then only the document is looked at. */
struct name_list own_functions(
	const struct syntax_tree *tree, const struct types *types, struct arena *arena);

/* "[integer, optional string, …]" by the types of the arguments: the first signature of the
 * function that has an argument number `argument`, or else the first. "[]" if it has none at all.
 */
struct string own_function_signature(struct node function, uint32_t argument, struct arena *arena);

/* Only what has to be given, of the first signature. */
struct string own_function_mandatory(struct node function, struct arena *arena);

#endif
