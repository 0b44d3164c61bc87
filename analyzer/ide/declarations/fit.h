/* What fits where a requirement, a group or a policy asks for something: nodes, types,
 * capabilities, relationships.
 *
 * What is not known (a type that is not defined, several types under conditions) fits: only
 * what is certainly wrong is left out. */
#ifndef ANALYZER_IDE_DECLARATIONS_FIT_H
#define ANALYZER_IDE_DECLARATIONS_FIT_H

#include "analyzer/ide/declarations/declaration.h"

/* What a requirement asks for; NULL and empty: anything. */
struct demand {
	const struct types *types;
	const struct type *source; /* of the node that has the requirement */
	const struct type *node;
	const struct type *capability;
	struct string capability_name; /* TOSCA 2.0: instead of a type */
	const struct type *relationship;
};

/* Of a requirement that a node type declares; nothing is asked for if it is NULL. */
struct demand demand_of(const struct types *types, const struct type_member *requirement);

bool capability_fits(const struct demand *demand, const struct type_member *capability);
bool node_type_fits(const struct demand *demand, const struct type *type, struct arena *arena);

/* A node template, or another element that has a type. */
bool node_fits(const struct demand *demand, struct node node, struct arena *arena);

/* A relationship type: what the requirement says, and what the type says of its targets. */
bool relationship_type_fits(const struct demand *demand, const struct type *type);

#endif
