/* Types that can be named in a document: its own, primitive, imported and normative ones.
 *
 * Enough for completion; whether a type fits is decided by the model. */
#ifndef ANALYZER_IDE_DECLARATIONS_TYPES_H
#define ANALYZER_IDE_DECLARATIONS_TYPES_H

#include "analyzer/language/grammar/shapes.h"
#include "analyzer/model/types/types.h"
#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"

struct type_entry {
	struct string name; /* as in the document, with the prefixes of imports */
	struct string derived_from;
	struct string description;
};

struct type_list {
	const struct type_entry *items;
	size_t count;
};

/* Types that a name of `kind` may stand for: primitive ones, the document's own as `tree` has
 * them, then all others that `types` (may be NULL) knows. None for names of anything else. */
struct type_list types_of(const struct syntax_tree *tree, const struct types *types,
	enum name_kind kind, struct arena *arena);

#endif
