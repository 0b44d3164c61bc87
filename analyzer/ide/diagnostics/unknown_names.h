/* Names that refer to nothing, with the nearest name that there is. */
#ifndef ANALYZER_IDE_DIAGNOSTICS_UNKNOWN_NAMES_H
#define ANALYZER_IDE_DIAGNOSTICS_UNKNOWN_NAMES_H

#include "analyzer/ide/diagnostics/declared_names.h"
#include "analyzer/model/report/diagnostics_limit.h"
#include "analyzer/model/types/types.h"
#include "analyzer/syntax/tree/syntax_tree.h"

struct unknown_name {
	enum diagnostic_code code;
	struct node_reference place;
	bool is_part; /* these bytes of its text */
	struct range part;
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
 * The number of a section is that of its list. `declared` is what they declare. */
struct unknown_names unknown_names_find(const struct kept_names *sections, uint32_t count,
	const struct declared_names *declared, struct arena *arena);

/* What an edit has done to the names of a document. */
struct changed_names {
	const struct kept_names
		*lost; /* of the sections that were looked at anew, as they were … */
	size_t lost_count;
	const struct kept_names *gained; /* … and as they are */
	size_t gained_count;
	const struct declared_names *before, *after;
};

/* The same as `unknown_names_find` after an edit. `numbers` tells which section of the earlier
 * revision each one was, UINT32_MAX for those that were looked at anew. */
struct unknown_names unknown_names_after(const struct unknown_names *before,
	const struct changed_names *changed, const struct kept_names *sections,
	const uint32_t *numbers, uint32_t count, struct arena *arena);

struct unknown_names unknown_names_copy(const struct unknown_names *names, struct arena *arena);

/* Up to a limit, or (NULL) all. `types` (NULL: none) are those that the document can name. */
void unknown_names_report(const struct unknown_names *names, const struct syntax_tree *tree,
	const struct types *types, struct diagnostics_limit *limit,
	struct diagnostics *diagnostics);

/* That another document, `declaring`, has no such name, with the nearest that it has. */
struct diagnostic *unknown_name_report(struct diagnostics *diagnostics, enum diagnostic_code code,
	const struct syntax_tree *declaring, enum declared_kind kind, struct node name);

#endif
