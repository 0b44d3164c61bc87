/* Functions that a file of TOSCA 2.0 defines, as people write their arguments. (TOSCA 2.0, section
 * "Function definitions") */
#ifndef ANALYZER_IDE_OWN_FUNCTION_H
#define ANALYZER_IDE_OWN_FUNCTION_H

#include "analyzer/syntax/syntax_tree.h"

/* "[integer, optional string, …]" by the types of the arguments: the first signature of the
 * function that has an argument number `argument`, or else the first. "[]" if it has none at all.
 */
struct string own_function_signature(struct node function, uint32_t argument, struct arena *arena);

/* Only what has to be given, of the first signature. */
struct string own_function_mandatory(struct node function, struct arena *arena);

#endif
