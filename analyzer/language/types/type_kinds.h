/* The kinds of types that a file can define: where it defines them, what they are called,
 * and which keynames and names stand for them. */
#ifndef ANALYZER_LANGUAGE_TYPES_TYPE_KINDS_H
#define ANALYZER_LANGUAGE_TYPES_TYPE_KINDS_H

#include "analyzer/language/grammar/constructs.h"
#include "analyzer/language/grammar/shapes.h"

enum type_kind {
#define TYPE_KIND(kind, keyname, title, prefix) TYPE_##kind,
#include "analyzer/language/types/type_kinds.def"
#undef TYPE_KIND
	TYPE_KIND_TOTAL
};

struct type_kind_row {
	const char *keyname; /* "node_types" */
	const char *title;   /* "node type" */
	const char *prefix;  /* "tosca.nodes." */
	enum construct construct;
	enum name_kind name;
};

const struct type_kind_row *type_kind_row(enum type_kind kind);

/* Which kind of type a name of this kind may stand for; false if it never stands for a type.
 * Names of nodes or node types count as names of nodes, those of node or group types as
 * names of node types. */
bool type_kind_of_name(enum name_kind name, enum type_kind *kind);

/* What stands behind the prefix in the full name of the normative type that has this shorthand
 * name: `shorthand` itself for nearly all. */
struct string type_kind_normative_name(enum type_kind kind, struct string shorthand);

/* All names of the normative type that is called so: that one, the same without the prefix, and
 * its shorthand name. Types of others have only the one. */
enum {
	MOST_TYPE_NAMES = 3
};
size_t type_kind_names(
	enum type_kind kind, struct string name, struct string names[MOST_TYPE_NAMES]);

/* Whether `construct` is the definition of a type. */
bool type_kind_of_construct(enum construct construct, enum type_kind *kind);

#endif
