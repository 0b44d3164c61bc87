/* Types of imported files, for resolving: asked where the template, its library and the profile
 * know nothing.
 *
 * The reference implementation does not know them, and refuses such templates. Every answer
 * is noted, so that an edit of an imported file concerns only who asked for what it changes. */
#ifndef ANALYZER_VARIABILITY_TYPES_IMPORTED_TYPES_H
#define ANALYZER_VARIABILITY_TYPES_IMPORTED_TYPES_H

#include "analyzer/model/types/types.h"

/* Stays where it is. Zeroed, there are none. */
struct imported_types {
	struct types *asked; /* NULL until they are made */
	struct type_lookups lookups;
	struct type_lookups *noted;
	struct type_recorder recorder;
	/* To make them, until `imported_types_settle`. */
	const struct syntax_tree *tree;
	struct string path;
	const struct files *files;
};

/* `types` are those of the template with this tree and path; NULL: they are made if they are
 * needed while the template is read. */
void imported_types_init(struct imported_types *imported, const struct types *types,
	const struct syntax_tree *tree, struct string path, const struct files *files,
	struct arena *arena);
void imported_types_finish(struct imported_types *imported);

/* The template has been read: nothing that was borrowed is used any more. */
void imported_types_settle(struct imported_types *imported);

/* The definition of the type, and the name of its parent in the template (empty: it derives
 * from nothing). False if no imported file defines it. */
bool imported_types_find(struct imported_types *imported, enum type_kind kind, struct string name,
	struct node *definition, struct string *parent);

/* Whether `types` would answer as before. */
bool imported_types_hold(const struct imported_types *imported, const struct types *types);

#endif
