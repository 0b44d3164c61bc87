/* What a value has to be, step by step into it; and the types that elements and definitions
 * name, wherever they are written. */
#ifndef ANALYZER_IDE_DECLARATIONS_SCHEMA_H
#define ANALYZER_IDE_DECLARATIONS_SCHEMA_H

#include "analyzer/model/scope/template_scope.h"
#include "analyzer/model/values/value_check.h"

/* The type that a name means in the file of `where`, or if that is NULL in the document. */
const struct type *type_meant(const struct types *types, const struct type *where,
	enum type_kind kind, struct string name);

/* The types that an element of the kind names, as many as are known. `types` may be NULL. */
size_t element_types(const struct types *types, enum type_kind kind, struct node element,
	const struct type *found[MOST_ALTERNATIVES]);

/* The type that a definition of a capability, requirement, interface or artifact names, in its
 * short form as well; what it refines counts. NULL if it is unknown. */
const struct type *member_type(const struct types *types, const struct type_member *member,
	enum type_kind kind, const char *keyname);

/* Of the file in which `definition` is written. */
enum definitions_version schema_version(const struct type *where, struct node definition);

/* The type of a value, and the properties that it has. */
struct data_type schema_type(const struct types *types, struct value_schema schema);
struct type_members schema_properties(
	const struct types *types, struct value_schema schema, struct arena *arena);

/* One step further into a value: the property `key` of its data type or the entry of a map; the
 * entry of a list. Nothing is known of the result if its definition is absent. */
struct value_schema schema_of_key(const struct types *types, struct value_schema schema,
	struct string key, struct arena *arena);
struct value_schema schema_of_entry(
	const struct types *types, struct value_schema schema, struct arena *arena);

#endif
