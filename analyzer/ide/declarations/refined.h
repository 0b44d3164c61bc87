/* The type that a definition has so far, where it is written anew: whoever refines a property, a
 * capability, a requirement … names this type or one that derives from it. (TOSCA 2.0, sections
 * "Refinement rules"; an artifact of a node as well refines that of its type.) */
#ifndef ANALYZER_IDE_DECLARATIONS_REFINED_H
#define ANALYZER_IDE_DECLARATIONS_REFINED_H

#include "analyzer/ide/cursor/cursor.h"
#include "analyzer/ide/cursor/place.h"
#include "analyzer/model/types/types.h"

struct refined_type {
	struct string name;      /* as it is written there; empty: nothing is refined */
	const struct type *type; /* NULL: it is primitive or unknown */
	bool is_primitive;
};

/* At the name of a type in a definition, the path's last step its keyname or, in a short form, the
 * name of what is defined. */
struct refined_type refined_type_at(const struct types *types, const struct syntax_tree *tree,
	const struct cursor *cursor, const struct place *place, struct arena *arena);

/* Whether a definition may be refined with the type called `name`; `type` is NULL if that is
 * primitive or unknown. */
bool refined_type_allows(
	const struct refined_type *refined, struct string name, const struct type *type);

#endif
