/* Schemas: what a value has to be, and what it says of the entries and keys of lists and maps.
 *
 * A derived type may refine a schema by giving only what changes (TOSCA 2.0, section "Schema
 * definition", refinement rules), so what a schema does not say is asked of the one it refines. */
#ifndef ANALYZER_MODEL_TYPES_VALUE_SCHEMA_H
#define ANALYZER_MODEL_TYPES_VALUE_SCHEMA_H

#include "analyzer/model/types/types.h"

/* A definition of a property, parameter or schema, and the type in whose file it is written
 * (NULL: the file itself), where names mean what they mean. */
struct value_schema {
	const struct type *where;
	struct node definition;
	/* What it refines: of a property and the like as a member of a type, of a schema of
	 * entries or keys the earlier one. NULL: nothing. */
	const struct type_member *member;
	const struct value_schema *refined;
};

struct value_schema value_schema_of_member(const struct type_member *member);
struct value_schema value_schema_of_definition(struct node definition);

/* Of values of a data type; without definition if it is NULL. */
struct value_schema value_schema_of_type(const struct type *type);

/* A keyname of the definition, of what it refines, or the type of its short notation. */
struct node value_schema_get(struct value_schema schema, const char *keyname);

/* The list that a definition allows values of: `constraints: [{valid_values: …}]`, or in TOSCA 2.0
 * `validation: {$valid_values: [$value, …]}`; absent if there is none. */
struct node value_schema_valid_values(struct node definition);

/* The data type of its values, which may derive from itself; NULL if it is primitive, not given,
 * or unknown. `types` are those of the file itself. */
const struct type *value_schema_type(const struct types *types, struct value_schema schema);

/* What a value is made of. */
struct data_type {
	const struct type *type;       /* NULL if it is primitive, or unknown */
	enum primitive_type primitive; /* what it derives from; NONE if it has properties */
};

/* The type that a schema names, in a file of `version`; neither if none is known. */
struct data_type value_schema_data_type(
	const struct types *types, enum definitions_version version, struct value_schema schema);

enum {
	VALUE_SCHEMA_LEVELS = 16 /* refinements behind these are passed over */
};

/* Room for a schema and those it refines. */
struct value_schema_levels {
	struct value_schema items[VALUE_SCHEMA_LEVELS];
	size_t count;
};

/* The schema by `keyname`, "entry_schema" or "key_schema", of values of `schema`, whose data type
 * is `type` (NULL: it is primitive). Refers to `levels`; NULL if there is none. */
const struct value_schema *value_schema_below(struct value_schema schema, const struct type *type,
	const char *keyname, struct value_schema_levels *levels);

/* The schema of the entries of such values, in `arena`; its definition is absent if there is none.
 */
struct value_schema value_schema_of_entries(
	struct value_schema schema, const struct type *type, struct arena *arena);

#endif
