/* Lists of what types declare that are put together from several places: from all types of an
 * element, from an interface and its type. */
#ifndef ANALYZER_IDE_DECLARATIONS_MEMBER_LIST_H
#define ANALYZER_IDE_DECLARATIONS_MEMBER_LIST_H

#include "analyzer/ide/declarations/schema.h"

struct member_list {
	struct arena *arena;
	struct type_member *items;
	size_t count, capacity;
};

/* Names that are there already stay as they are. */
void member_list_add(struct member_list *members, struct type_member member);

/* What the names of members are; the first ones as in `enum type_part`. */
enum member_kind {
	MEMBER_PROPERTY = PART_PROPERTIES,
	MEMBER_ATTRIBUTE = PART_ATTRIBUTES,
	MEMBER_CAPABILITY = PART_CAPABILITIES,
	MEMBER_REQUIREMENT = PART_REQUIREMENTS,
	MEMBER_INTERFACE = PART_INTERFACES,
	MEMBER_ARTIFACT = PART_ARTIFACTS,
	MEMBER_OPERATION,
	MEMBER_NOTIFICATION,
	MEMBER_INPUT,
};

/* Operations or notifications that an interface has, and its inputs, with what its type
 * declares. */
struct type_members member_operations(const struct types *types,
	const struct type_member *interface, enum member_kind kind, struct arena *arena);
struct type_members member_inputs(
	const struct types *types, const struct type_member *interface, struct arena *arena);

/* Inputs of an operation of the interface, at whichever level it says of them. */
struct type_members member_operation_inputs(const struct types *types,
	const struct type_member *interface, struct string operation, struct arena *arena);

#endif
