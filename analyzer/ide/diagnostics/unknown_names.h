/* Names that refer to nothing, with the nearest name that there is. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_UNKNOWN_NAMES_H
#define ANALYZER_IDE_DIAGNOSTICS_UNKNOWN_NAMES_H

#include "analyzer/ide/names/uses.h"
#include "analyzer/model/report/diagnostics_limit.h"
#include "analyzer/model/types/types.h"
#include "analyzer/syntax/tree/syntax_tree.h"

struct unknown_name {
	enum diagnostic_code code;
	struct node_reference place;
	struct string message;
	struct string replacement; /* may be empty */
	struct string name;
	bool may_be_type; /* of this kind, which the document does not define */
	enum type_kind type;
};

struct unknown_names {
	const struct unknown_name *items;
	size_t count;
};

/* Of all sections together; only of names that have to be declared in the document itself.
 * The number of a section is that of its list. */
struct unknown_names unknown_names_find(
	const struct use_list *sections, uint32_t count, struct arena *arena);

struct unknown_names unknown_names_copy(const struct unknown_names *names, struct arena *arena);

/* Up to a limit, or (NULL) all. `types` (NULL: none) are those that the document can name. */
void unknown_names_report(const struct unknown_names *names, const struct syntax_tree *tree,
	const struct types *types, struct diagnostics_limit *limit,
	struct diagnostics *diagnostics);

#endif
