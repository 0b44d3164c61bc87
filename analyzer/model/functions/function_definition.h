/* Functions that files define: TOSCA 2.0, section "Function definitions".
 *
 * Found by the name with which they are called: a file's own one, or with the namespace of an
 * import that of another file. What a service template says of a function of the same name refines
 * it. Knows nothing of calls. */
#ifndef ANALYZER_MODEL_FUNCTIONS_FUNCTION_DEFINITION_H
#define ANALYZER_MODEL_FUNCTIONS_FUNCTION_DEFINITION_H

#include "analyzer/model/types/types.h"

/* Borrowed from the types. */
struct function_definition {
	struct string name; /* without namespace */
	struct string path; /* of the file that defines it; empty: the file itself */
	const struct syntax_tree *tree;
	struct node key;
	struct node value;
	struct node refinement; /* absent, or that of the service template */
};

/* The functions that a file defines at its top, and in its service template; absent if none. */
struct node function_definitions_of_file(const struct syntax_tree *tree);
struct node function_definitions_of_template(const struct syntax_tree *tree);

/* What `name`, without "$", means in `tree`; false if no file that is known defines it. `types`
 * know what the file imports; NULL: nothing does. */
bool function_definition_find(const struct syntax_tree *tree, const struct types *types,
	struct string name, struct function_definition *found);

/* The signatures, those that a refinement adds included; "for an already defined signature only
 * the implementation may be changed". */
uint32_t function_definition_signature_count(const struct function_definition *function);
struct node function_definition_signature(
	const struct function_definition *function, uint32_t position);

#endif
