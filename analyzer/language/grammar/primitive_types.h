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

#endif
