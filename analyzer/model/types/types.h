/* Types: what a file can name, through its imports, and what derives from what.
 *
 * Made from a file, the files it imports and the normative types; immutable afterwards
 * and reference-counted. Types of a file are made once and shared by all who import it. A
 * name means what it means in the file where it is written: imports with a namespace put a
 * prefix before the names of what they import.
 *
 * Derivations may be cyclic or lead nowhere; every walk here ends. */
#ifndef ANALYZER_MODEL_TYPES_TYPES_H
#define ANALYZER_MODEL_TYPES_TYPES_H

#include "analyzer/language/grammar/primitive_types.h"
#include "analyzer/language/types/type_kinds.h"
#include "analyzer/model/types/files.h"
#include "analyzer/syntax/tree/syntax_tree.h"

/* ---- normative types ---- */

/* The normative types of all versions, parsed once, when a version is first asked for, and shared
 * by all who need them. */
struct normative_types;
struct normative_types *normative_types_create(void);
struct normative_types *normative_types_retain(struct normative_types *normative);
void normative_types_release(struct normative_types *normative); /* NULL is harmless */

/* ---- types of a file ---- */

struct types_file; /* a file that defines types */

enum {
	DEEPEST_DERIVATION = 200 /* types in a row; above them a derivation is cut */
};

struct type {
	enum type_kind kind;
	struct string name; /* as in the file that defines it */
	struct node key;
	struct node definition;
	struct string parent_name; /* empty if there is no `derived_from` */
	const struct types_file *file;
	/* NULL at the top, if the parent is unknown, if it would close a cycle, or beyond
	 * DEEPEST_DERIVATION. */
	const struct type *parent;
	bool is_cyclic;               /* derives from itself */
	bool is_first_of_cycle;       /* among the types of its file, in the order of the text */
	bool is_too_deep;             /* has a parent, which is cut off */
	uint32_t generation;          /* 1: has no parent; 0: not yet known */
	const struct type *seen_from; /* while cycles are sought: where the way up began */
	/* The same for types that say the same, and so do all they refer to, and so on. Comments,
	 * layout and the type's own description do not count. */
	uint64_t fingerprint;
};

struct name_table;
struct types;

/* Types that `tree` defines, imports through `files` (NULL: no files), and the normative
 * ones of its version (NULL: those of the files' store, or new ones). */
struct types *types_create(const struct syntax_tree *tree, struct string path,
	const struct files *files, struct normative_types *normative);

struct types *types_retain(const struct types *types);
void types_release(struct types *types); /* NULL is harmless */

const struct syntax_tree *types_tree(const struct types *types); /* the file itself */

/* False if some import could not be read: then an unknown name may be known there. */
bool types_are_complete(const struct types *types);

/* Whether all imports lead to the files that they led to. */
bool types_are_current(const struct types *types, const struct files *files);

struct normative_types *types_normative(const struct types *types); /* borrowed */

/* Whether a name that is not known may be defined in a file that could not be read. */
bool types_may_be_elsewhere(const struct types *types, struct string name);

/* A file whose names are known here with a prefix (and its colon; empty: none). */
struct imported_file {
	struct string prefix;
	struct string path;
	const struct syntax_tree *tree;
};

/* All of them, one after the other: start with `position` = 0, false ends the list. */
bool types_next_imported_file(
	const struct types *types, size_t *position, struct imported_file *imported);

/* Whether nobody could take the file for TOSCA; an empty one may become one. */
bool types_file_is_foreign(const struct syntax_tree *tree);

/* Imports that could not be read, with the reason. */
enum import_problem {
	IMPORT_IS_REMOTE,   /* a URL, a repository or a profile: not fetched */
	IMPORT_IS_MISSING,  /* there is no such file, or it cannot be read: `fault` */
	IMPORT_IS_NO_TOSCA, /* it has neither a version nor any keyname of TOSCA */
	IMPORT_IS_BROKEN,   /* it, or what it imports, is no valid YAML; what can be read is */
	IMPORT_IS_CYCLIC,   /* the file is imported by what it imports; harmless */
};
struct import_failure {
	struct node node; /* the import, in the file itself */
	struct string name;
	struct string prefix; /* of the names that would come from there, with its colon */
	enum import_problem problem;
	const char *fault;    /* "does not exist" and the like */
	struct string cycle;  /* "a.yaml → b.yaml → a.yaml" */
	struct string broken; /* what is no valid YAML, where, and why not */
	struct string meant;  /* a file or profile with nearly the name; empty: there is none */
	bool is_above;        /* the file is there when seen from a folder above */
	struct string source; /* where config.yaml takes its folder from; empty: it does not */
};
const struct import_failure *types_import_failures(const struct types *types, size_t *count);

/* What an import of the file itself leads to. */
struct type_import {
	struct node node;     /* as in `struct import` */
	struct string name;   /* the file, URL or profile, as written */
	struct string prefix; /* before the names from there, with its colon; empty: none */
	struct string path;
	const struct syntax_tree *tree; /* NULL: it could not be read */
};

/* Imports in the order of the text; false if there is no import at `position`. */
bool types_import_at(const struct types *types, size_t position, struct type_import *import);

/* `prefix` without a colon. */
bool type_import_has_prefix(const struct type_import *import, struct string prefix);

/* An import that gives a name to another type than an import before it. */
struct type_clash {
	struct node node; /* the import, in the file itself */
	const struct type *type;
	const struct type *other;
};

/* The first for each two imports into one namespace, in `arena`. The file's own types may have
 * any name. */
const struct type_clash *types_clashes(
	const struct types *types, struct arena *arena, size_t *count);

/* The type that `name` means in the file itself, or in the file of `where`; NULL if there
 * is none. `types` may be NULL: then nothing is known. In TOSCA 1.x the normative types can be
 * named without "tosca.nodes." etc. */
const struct type *types_find(const struct types *types, enum type_kind kind, struct string name);
const struct type *type_find_from(
	const struct type *where, enum type_kind kind, struct string name);

/* The types that the file itself defines in one section, or in all, in the order of the text. */
#define EVERY_SECTION UINT32_MAX
const struct type *const *types_of_section(
	const struct types *types, uint32_t section, size_t *count);

/* All that the file can name: its own, imported and normative ones. */
const struct type *const *types_all(const struct types *types, size_t *count);

/* What names `type` in the file itself: the shortest, if several imports lead to it. */
struct string types_name_of(
	const struct types *types, const struct type *type, struct arena *arena);

/* The type itself counts. */
bool type_is_a(const struct type *type, const struct type *ancestor);
/* By name as the ancestor's file defines it, known or not: the last parent that has no
 * definition counts as well. */
bool type_is_named(const struct type *type, struct string ancestor);

bool type_is_normative(const struct type *type);
struct string type_path(const struct type *type); /* of its file; a name if normative */
const struct syntax_tree *type_tree(const struct type *type);
enum definitions_version type_version(const struct type *type);

/* ---- what was asked ---- */

struct type_lookup {
	enum type_kind kind;
	struct string name;
	uint64_t fingerprint; /* of the type; 0 if there was none */
};

/* Questions to `types` and their answers, to tell later whether others answer the same. */
struct type_lookups {
	struct arena *arena;
	struct type_lookup *items;
	size_t count, capacity;
	bool asks_for_names; /* which types there are, or what is missing */
	uint64_t names;
	bool asks_for_files; /* what imported files say besides types */
};

/* Notes for each of `count` sections from `first` on what is asked for its sake. */
struct type_recorder {
	struct type_lookups **lookups;
	uint32_t first, count;
	uint32_t section; /* that asks now */
};

/* The same types, for one thread: `recorder` notes what they are asked. To be released. */
struct types *types_recorded_by(const struct types *types, struct type_recorder *recorder);

/* From now on it is this section that asks; of no effect where nothing is recorded. */
void types_asked_by(const struct types *types, uint32_t section);

/* Whether `types` would answer as before. */
bool type_lookups_hold(const struct type_lookups *lookups, const struct types *types);

/* ---- what a type defines and inherits ---- */

enum type_part {
	PART_PROPERTIES,
	PART_ATTRIBUTES,
	PART_CAPABILITIES,
	PART_REQUIREMENTS,
	PART_INTERFACES,
	PART_ARTIFACTS,
	PART_TOTAL
};

/* "properties", "attributes", … */
const char *type_part_keyname(enum type_part part);

struct type_member {
	struct string name;
	struct node key;
	struct node definition;
	const struct type *origin;         /* where this definition is written */
	const struct type_member *refines; /* that of a parent; NULL if it is the first */
};

struct type_members {
	const struct type_member *items;
	size_t count;
	const struct name_table *by_name; /* places, counted from 1; NULL: they are few */
};

/* Inherited ones first, each name once, the definition that is closest. In `arena`. */
struct type_members type_members(const struct type *type, enum type_part part, struct arena *arena);
/* `members` as `definitions`, which are written in `origin`, refine them and add to them. */
struct type_members type_members_refine(struct type_members members, struct node definitions,
	const struct type *origin, struct arena *arena);

/* The same of an element inside of a type, such as a capability: what its definition, and those
 * it refines, add to what its own type defines. Either may be NULL. */
struct type_members type_members_of_element(const struct type *type,
	const struct type_member *element, enum type_part part, struct arena *arena);

const struct type_member *type_members_find(struct type_members members, struct string name);

/* The value of a keyname of the definition, or of the one it refines. */
struct node type_member_get(const struct type_member *member, const char *keyname);

/* The fixed value that the definition itself gives, in TOSCA 2.0 maybe in short notation; null if
 * it gives none. */
struct node type_member_own_value(const struct type_member *member);

/* The primitive type that a data type is or derives from; NONE if it has properties. */
enum primitive_type type_primitive(const struct type *data_type);

#endif
