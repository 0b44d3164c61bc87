/* What decides what: the elements, inputs and expressions that conditions use, as a call
 * hierarchy. An element "calls" what its conditions name; an expression what it names. And who
 * keeps whom: a node calls the nodes that its requirements lead to.
 *
 * As it is written: what conditions follow from options or from the container of an element is
 * told by explanations. */
#ifndef ANALYZER_IDE_NAMES_CALL_HIERARCHY_H
#define ANALYZER_IDE_NAMES_CALL_HIERARCHY_H

#include "analyzer/ide/cursor/names.h"
#include "analyzer/syntax/tree/syntax_tree.h"

/* One declaration. Alternatives of one name are told apart by `alternative`, from 0. */
struct decider {
	enum declared_kind kind;
	struct string name;
	struct string container;
	uint32_t alternative;
	struct range range; /* of the name */
	struct range whole; /* with its value */
};

struct deciders {
	const struct decider *items;
	size_t count;
};

/* What is named at `offset`, or else what the condition around it belongs to. */
struct deciders call_hierarchy_at(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena);

/* The same again, by all but its ranges; NULL if it is gone. */
const struct decider *call_hierarchy_find(
	const struct syntax_tree *tree, const struct decider *known, struct arena *arena);

struct decision {
	struct decider other;
	const struct range *places; /* in conditions and requirements: of the names that are used */
	size_t place_count;
};

struct decisions {
	const struct decision *items;
	size_t count;
};

/* What decides it, and where its conditions say so. */
struct decisions call_hierarchy_outgoing(
	const struct syntax_tree *tree, const struct decider *decider, struct arena *arena);

/* What it decides, and where that says so. */
struct decisions call_hierarchy_incoming(
	const struct syntax_tree *tree, const struct decider *decider, struct arena *arena);

#endif
