/* What a name means: the one thing that all of its mentions are of. */
#ifndef ANALYZER_IDE_NAMES_MEANING_H
#define ANALYZER_IDE_NAMES_MEANING_H

#include "analyzer/ide/cursor/names.h"

#include <stdbool.h>

struct meaning {
	enum declared_kind kind;
	struct string name;      /* as it is declared: without the prefix of an import */
	struct string file;      /* that declares it first */
	struct string container; /* "node.app"; the type and what else is around; may be empty */
};

/* As it may be written, the name first: normative types have other names as well. */
size_t meaning_names(const struct meaning *meaning, struct string names[MOST_TYPE_NAMES]);

/* Whether both are the same thing. */
bool meaning_equal(const struct meaning *a, const struct meaning *b);

/* Which kind of type such a name is of; false if it is none of a type. */
bool type_kind_of_declared(enum declared_kind declared, enum type_kind *kind);

#endif
