/* What the files of "types" share. */
#ifndef ANALYZER_MODEL_TYPES_INTERNAL_H
#define ANALYZER_MODEL_TYPES_INTERNAL_H

#include "analyzer/language/normative_files.h"
#include "analyzer/model/types.h"

#include <stdatomic.h>

/* What a file sees of another one: its types, each name behind `prefix`. */
struct types_view {
	struct string prefix; /* with its colon; empty: none */
	struct types_file *file;
};

struct types_file {
	struct types *types;
	struct string path;
	const struct syntax_tree *tree;
	enum definitions_version version;
	bool is_normative;
	bool is_open; /* its imports are being followed */
	struct type **own;
	size_t own_count, own_capacity;
	struct types_view *imports;
	size_t import_count, import_capacity;
	struct types_view *views; /* of all files that imports lead to, itself first */
	size_t view_count, view_capacity;
};

struct types {
	atomic_int references;
	struct arena *arena;
	struct normative_types *normative;
	enum definitions_version version;
	bool is_complete;
	struct types_file **files; /* the file itself first */
	size_t file_count, file_capacity;
	struct types_file *normative_files[NORMATIVE_FILE_TOTAL];
	size_t normative_count;
	struct syntax_tree **trees; /* to release */
	size_t tree_count, tree_capacity;
	struct import_failure *failures;
	size_t failure_count, failure_capacity;
	struct type **all;
	size_t all_count, all_capacity;
	struct type **slots; /* by file, kind and name; a power of two, at most half full */
	size_t slot_count;
};

const struct syntax_tree *normative_types_tree(
	const struct normative_types *normative, size_t position);

const struct type *types_file_find(
	const struct types_file *file, enum type_kind kind, struct string name);

#endif
