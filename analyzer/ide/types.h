/* Types that can be named in a document: its own, primitive and normative ones.
 *
 * Enough for completion and hovers; whether a type fits is decided by the model. */
#ifndef ANALYZER_IDE_TYPES_H
#define ANALYZER_IDE_TYPES_H

#include "analyzer/language/shapes.h"
#include "analyzer/language/versions.h"
#include "analyzer/model/types.h"
#include "analyzer/syntax/syntax_tree.h"
#include "analyzer/text/arena.h"

struct type_entry {
	struct string name;
	struct string derived_from;
	struct string description;
};

struct type_list {
	const struct type_entry *items;
	size_t count;
};

/* Types that a name of `kind` may stand for, primitive ones first, then the document's own. None
 * for names of anything else. */
struct type_list types_of(const struct syntax_tree *tree, enum definitions_version version,
	enum name_kind kind, struct arena *arena);

/* False for names that are no types. */
bool type_kind_of(enum name_kind kind, enum type_kind *type_kind);

#endif
