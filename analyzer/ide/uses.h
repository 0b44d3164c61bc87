/* Names and what they refer to: every declaration and every use in a document.
 *
 * The one list that navigation, highlighting and renaming read. */
#ifndef ANALYZER_IDE_USES_H
#define ANALYZER_IDE_USES_H

#include "analyzer/ide/names.h"
#include "analyzer/ide/walk.h"

struct use {
	enum declared_kind kind;
	struct string name;
	/* Of names within something: "node.app", "node.app.host" …; empty at the top. */
	struct string container;
	struct node node;  /* the name itself */
	struct node value; /* of declarations */
	bool is_declaration;
	bool may_be_elsewhere; /* a type, or an input of a workflow or an operation */
};

struct use_list {
	const struct use *items;
	size_t count;
};

struct use_list uses_of(const struct syntax_tree *tree, struct arena *arena);

/* What a key that is a name declares; false if it is nothing that can be referred to. */
bool declared_by(const struct walk_item *item, enum declared_kind *kind);

/* The functions of TOSCA that name something: what their first argument is. */
bool function_argument(struct string function, enum declared_kind *kind);

#endif
