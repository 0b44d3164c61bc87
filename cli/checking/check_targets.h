/* What `vtosca check` is to look at: the files and archives that its operands are or hold. */
#ifndef CLI_CHECK_TARGETS_H
#define CLI_CHECK_TARGETS_H

#include "analyzer/text/name_table.h"
#include "cli/arguments/arguments.h"

struct check_target {
	struct string path; /* in the arena of the arguments */
	enum check_target_kind {
		TARGET_NAMED,   /* a file, whatever is in it */
		TARGET_FOUND,   /* a file in a folder: of interest if it is TOSCA */
		TARGET_FOLDER,  /* an archive as a folder, with a TOSCA.meta */
		TARGET_PACKED,  /* an archive */
		TARGET_CONTENT, /* standard input or another stream, with its text */
		TARGET_IMPORTED /* a file that one of these names: of interest are its errors */
	} kind;
	struct string text; /* of TARGET_CONTENT */
	size_t operand;     /* of the command line, that led here */
};

struct check_targets {
	struct check_target *items;
	size_t count, capacity;
	struct name_table known; /* absolute paths, of so many of them */
	size_t known_count;
};

/* False after saying which operand cannot be read. */
bool check_targets_collect(struct check_targets *targets, const struct arguments *arguments);

/* Adds a file that the target of this number imports; not twice, and none that the project leaves
 * out. */
void check_targets_add_import(struct check_targets *targets, const struct arguments *arguments,
	size_t importer, struct string path);

/* Whether a text that a folder holds means to be TOSCA, or stands beside it: a test, technology
 * rules, type-specific conditions, dependencies. */
bool check_target_is_ours(struct string text);

#endif
