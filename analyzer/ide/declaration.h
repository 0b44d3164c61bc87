/* What the types declare about a place in a template: which names a map may have as keys, and
 * what a value has to be.
 *
 * Follows the path of the cursor through the elements of the template to their types, whose
 * properties, capabilities, requirements, interfaces and operations are looked up with all
 * that is inherited. In the definition of a type, it is what the parent type declares. Knows
 * nothing of what is written already. */
#ifndef ANALYZER_IDE_DECLARATION_H
#define ANALYZER_IDE_DECLARATION_H

#include "analyzer/ide/place.h"
#include "analyzer/model/types.h"
#include "analyzer/model/value_check.h"

enum declaration_kind {
	DECLARES_NOTHING,
	DECLARES_ELEMENT,     /* keynames of something that has types */
	DECLARES_MEMBERS,     /* names of `members` */
	DECLARES_REQUIREMENT, /* an assignment of the requirement `member` */
	DECLARES_INTERFACE,   /* the interface `member` */
	DECLARES_OPERATION,   /* the operation `member` */
	DECLARES_VALUE,       /* what `schema` says */
};

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

/* In Variability4TOSCA an element can have several types, of which one is present. */
enum {
	MOST_TYPES = 4
};

struct declaration {
	enum declaration_kind kind;
	const struct type *types[MOST_TYPES];
	size_t type_count;
	enum member_kind member_kind;
	struct type_members members;
	const struct type_member *member;
	struct value_schema schema;
	bool is_refined; /* in the definition of a type: names stand for refined definitions */
};

/* `types` may be NULL: then nothing is declared. Lives in `arena`. */
struct declaration declaration_at(const struct types *types, const struct syntax_tree *tree,
	const struct cursor_step *path, size_t length, struct arena *arena);

/* The types that an element of the kind names; NULL-safe. */
size_t declaration_types_of(const struct types *types, enum type_kind kind, struct node element,
	const struct type *found[MOST_TYPES]);

/* The type that a definition of a capability, requirement, interface or artifact names, in its
 * short form as well; what it refines counts. NULL if it is unknown. */
const struct type *declaration_member_type(const struct types *types,
	const struct type_member *member, enum type_kind kind, const char *keyname);

/* One step further into a value: the property `key` of its data type or the entry of a map; the
 * entry of a list. Nothing is known of the result if its definition is absent. */
struct value_schema schema_of_key(const struct types *types, struct value_schema schema,
	struct string key, struct arena *arena);
struct value_schema schema_of_entry(const struct types *types, struct value_schema schema);

/* The data type of a value, NULL if it is primitive or unknown; its properties. */
const struct type *schema_data_type(const struct types *types, struct value_schema schema);
struct type_members schema_properties(
	const struct types *types, struct value_schema schema, struct arena *arena);

/* The primitive type that the value is made of: NONE if it has properties or is unknown. */
enum primitive_type schema_primitive(const struct types *types, struct value_schema schema);

/* Operations or notifications that an interface has, with what its type declares. */
struct type_members declaration_operations(const struct types *types,
	const struct type_member *interface, enum member_kind kind, struct arena *arena);

#endif
