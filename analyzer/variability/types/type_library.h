/* The types that resolving variability knows, and how they derive from each other.
 *
 * They come from the service template itself, from the normative profile, from the YAML
 * files below the folder `lib` beside the template, and from imports. The last ones the
 * reference implementation does not follow: types that only they define are errors there. */
#ifndef ANALYZER_VARIABILITY_TYPES_TYPE_LIBRARY_H
#define ANALYZER_VARIABILITY_TYPES_TYPE_LIBRARY_H

#include "analyzer/syntax/tree/node.h"
#include "analyzer/text/arena.h"
#include "analyzer/variability/types/imported_types.h"
#include "analyzer/variability/types/side_files.h"

/* The root of all types of a kind, as the reference implementation names it. */
const char *type_library_root(enum type_kind kind);

struct type_library;

/* Lives in the arena of `files`, which keeps what is read. `root` and `path` are those of the
 * template, `cause` is where problems with libraries show in it. `imported` is asked last, and
 * borrowed. */
struct type_library *type_library_create(struct node root, struct string path,
	struct side_files *files, struct node cause, struct imported_types *imported);

/* Is there such a type? Its definition, absent for normative types, in `*definition`. */
bool type_library_find(const struct type_library *library, enum type_kind kind, struct string name,
	struct node *definition);

/* A type and its ancestors, one after the other. */
struct type_walk {
	const struct type_library *in;
	enum type_kind kind;
	struct string name;     /* of the current type */
	struct node definition; /* its definition; absent for normative types */
	unsigned distance;      /* from where the walk began */
	struct string error;    /* why the walk ended early; empty if it did not */
};

/* False if the walk is over, or a type on the way is not defined. It ends behind the type
 * that derives from `tosca.entity.Root`. */
bool type_walk_start(struct type_walk *walk, const struct type_library *library,
	enum type_kind kind, struct string name, struct arena *arena);
bool type_walk_next(struct type_walk *walk, struct arena *arena);

/* Is `name` the type `ancestor`, or derived from it? Stores how far, and why there is no
 * answer, if there is none. */
bool type_derives_from(const struct type_library *library, enum type_kind kind, struct string name,
	struct string ancestor, struct arena *arena, unsigned *distance, struct string *error);

#endif
