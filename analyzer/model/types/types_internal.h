/* What the files of "types" share. */
#ifndef ANALYZER_MODEL_TYPES_TYPES_INTERNAL_H
#define ANALYZER_MODEL_TYPES_TYPES_INTERNAL_H

#include "analyzer/language/types/normative_files.h"
#include "analyzer/model/types/imports.h"
#include "analyzer/model/types/types.h"

#include <stdatomic.h>

enum {
	MOST_IMPORTED_FILES = 1024 /* by one file, directly or not */
};

/* What a file sees of another one: its types, each name behind `prefix`. */
struct types_view {
	struct string prefix; /* with its colon; empty: none */
	const struct types_file *file;
};

/* Files that import each other live and die together; mostly it is one file alone. */
struct types_group {
	atomic_int references;
	struct types_file *files; /* linked by `next` */
};

/* A file, its types and what it imports. Immutable once made, shared by all who import it.
 * Whatever it refers to outside of its group it retains. */
struct types_file {
	struct types_group *group;
	struct types_file *next;
	struct arena *arena;
	struct string path;
	struct syntax_tree *tree; /* NULL for normative types */
	enum definitions_version version;
	struct normative_types *normative;       /* borrowed by the normative files themselves */
	const struct types_file *normative_file; /* of its version; NULL if that has none */
	bool is_normative;
	bool misses_files;     /* this file, or one that it imports */
	bool leaves_out_files; /* it has imports beyond the most that are followed */
	struct type **own;     /* in the order of the text */
	size_t own_count, own_capacity;
	struct type *
		*slots; /* by name, of each kind the first; a power of two, at most half full */
	size_t slot_count;
	struct import_list imports;
	struct types_file **imported; /* for each import; NULL if there is no such file */
	struct types_view *views;     /* of all files that imports lead to, itself first */
	size_t view_count, view_capacity;
	uint32_t *
		view_slots; /* places of views, counted from 1; a power of two, at most half full */
	size_t view_slot_count;
	uint64_t names; /* a fingerprint of the kinds and names of its own types */
	/* While imports are followed. */
	uint32_t order, lowest;
	struct type *first_of_cycle; /* while one is cut */
};

/* ---- one file ---- */

/* The types that `tree` (NULL: none) defines itself, without imports. It belongs to no group
 * yet. */
struct types_file *types_file_create(
	const struct syntax_tree *tree, struct string path, struct normative_types *normative);
void types_file_destroy(struct types_file *file);

/* The group of the file. */
struct types_file *types_file_retain(struct types_file *file);
void types_file_release(struct types_file *file); /* NULL is harmless */

/* `prefix` is borrowed. */
void types_file_add_view(
	struct types_file *file, struct string prefix, const struct types_file *seen);

void types_file_add(struct types_file *file, struct type type);
void types_file_fill_slots(struct types_file *file);
/* Resolves the parents of its types, once its views are complete; then, once that is done for
 * all files of the group, cuts derivations that never end; then those that are too long. */
void types_file_link_parents(struct types_file *file);
void types_file_cut_cycles(struct types_file *file);
void types_file_cut_long_derivations(struct types_file *file);

const struct type *types_file_find(
	const struct types_file *file, enum type_kind kind, struct string name);
/* The same without normative types. */
const struct type *types_file_find_defined(
	const struct types_file *file, enum type_kind kind, struct string name);
/* A type of the file itself, or all of that name: start with `position` = 0. */
const struct type *types_file_own(
	const struct types_file *file, enum type_kind kind, struct string name);
const struct type *types_file_next_of_any_kind(
	const struct types_file *file, struct string name, size_t *position);

/* ---- following imports ---- */

/* The file and all it imports, as far as they are not kept anywhere. To be released. */
struct types_file *types_file_with_imports(const struct syntax_tree *tree, struct string path,
	const struct files *files, struct normative_types *normative);

/* Whether all that the file imports is what it was; the file itself is not looked at. */
bool types_file_is_current(const struct types_file *file, const struct files *files);

/* ---- fingerprints ---- */

/* Spreads what differs in a few bits over all of them. */
static inline uint64_t fingerprint_mix(uint64_t value)
{
	value = (value ^ (value >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	value = (value ^ (value >> 27)) * UINT64_C(0x94D049BB133111EB);
	return value ^ (value >> 31);
}

/* Of every type in the files of the group, which is complete otherwise. */
void types_group_find_fingerprints(struct types_group *group);

/* ---- normative types ---- */

/* NULL if the version has none. Makes what was not asked for before. */
const struct types_file *normative_types_file(
	struct normative_types *normative, enum definitions_version version);

/* The name of the file that a normative type is defined in. */
struct string normative_types_path(const struct type *type);

/* ---- the store ---- */

struct normative_types *type_store_normative(struct type_store *store);

/* What was last made of this very tree, retained; NULL if that is not kept. */
struct types_file *type_store_find(
	struct type_store *store, struct string path, const struct syntax_tree *tree);
void type_store_keep(struct type_store *store, struct types_file *file);

#endif
