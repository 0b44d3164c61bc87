/* What the types declare about a place in a template: which names a map may have as keys, and
 * what a value has to be.
 *
 * Follows the path of the cursor through the elements of the template to their types, whose
 * properties, capabilities, requirements, interfaces and operations are looked up with all
 * that is inherited. In the definition of a type, it is what the parent type declares. Knows
 * nothing of what is written already. */
#ifndef ANALYZER_IDE_DECLARATIONS_DECLARATION_H
#define ANALYZER_IDE_DECLARATIONS_DECLARATION_H

#include "analyzer/ide/cursor/place.h"
#include "analyzer/ide/declarations/member_list.h"

enum declaration_kind {
	DECLARES_NOTHING,
	DECLARES_ELEMENT,     /* keynames of something that has types */
	DECLARES_MEMBERS,     /* names of `members` */
	DECLARES_REQUIREMENT, /* an assignment of the requirement `member` */
	DECLARES_INTERFACE,   /* the interface `member` */
	DECLARES_OPERATION,   /* the operation `member` */
	DECLARES_VALUE,       /* what `schema` says */
	DECLARES_CONSTRAINTS, /* clauses about a value of `schema` */
};

struct declaration {
	enum declaration_kind kind;
	const struct type *types[MOST_ALTERNATIVES];
	size_t type_count;
	enum member_kind member_kind;
	struct type_members members;
	const struct type_member *member;
	const struct type_member *interface; /* of an operation, or of a list of them */
	struct value_schema schema;
	bool is_refined; /* in the definition of a type: names stand for refined definitions */
};

/* `types` may be NULL: then nothing is declared. Lives in `arena`. */
struct declaration declaration_at(const struct types *types, const struct syntax_tree *tree,
	const struct cursor_step *path, size_t length, struct arena *arena);

/* Whether the key at the end of the path is a part of a value, though a function may have the same
 * name: credentials have a `token`. */
bool declares_part(const struct types *types, const struct syntax_tree *tree,
	const struct cursor_step *path, size_t length, struct arena *arena);

#endif
