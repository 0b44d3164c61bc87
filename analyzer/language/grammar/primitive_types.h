/* Data types that no file defines. */
#ifndef ANALYZER_LANGUAGE_GRAMMAR_PRIMITIVE_TYPES_H
#define ANALYZER_LANGUAGE_GRAMMAR_PRIMITIVE_TYPES_H

#include "analyzer/language/grammar/versions.h"

enum primitive_type {
#define PRIMITIVE_TYPE(type, name, versions, summary) PRIMITIVE_##type,
#include "analyzer/language/grammar/primitive_types.def"
#undef PRIMITIVE_TYPE
	PRIMITIVE_TOTAL,
	PRIMITIVE_NONE = PRIMITIVE_TOTAL
};

struct primitive_type_row {
	const char *name;
	unsigned versions;
	const char *summary;
};

const struct primitive_type_row *primitive_type_row(enum primitive_type type);

/* PRIMITIVE_NONE if the version has no such type. */
enum primitive_type primitive_type_find(enum definitions_version version, struct string name);

/* Whether any version has such a type. */
bool primitive_type_is_known(struct string name);

/* Whether values have entries, and those keys, of which a schema can be given. */
static inline bool primitive_type_has_entries(enum primitive_type type)
{
	return type == PRIMITIVE_LIST || type == PRIMITIVE_MAP;
}
static inline bool primitive_type_has_keys(enum primitive_type type)
{
	return type == PRIMITIVE_MAP;
}

/* TOSCA 2.0, section "scalar": types derive from it, and no value is of it. */
static inline bool primitive_type_is_abstract(enum definitions_version version, struct string name)
{
	return primitive_type_find(version, name) == PRIMITIVE_SCALAR;
}

/* What a name that is none was meant to be: one in other letters ("String"), or what other
 * languages call it ("int"). PRIMITIVE_NONE if it says nothing. */
enum primitive_type primitive_type_meant(enum definitions_version version, struct string name);

#endif
