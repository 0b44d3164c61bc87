/* What aliases stand for and what merge keys add, over all sections of a document.
 *
 * Made only where there are aliases or merge keys. Bounded: aliases that would unfold into
 * themselves, or too deep, stand for nothing, and so do all from the one on that makes those of
 * the document stand for more than ALIAS_MAXIMUM_NODES nodes. */
#ifndef ANALYZER_SYNTAX_TREE_ALIAS_H
#define ANALYZER_SYNTAX_TREE_ALIAS_H

#include "analyzer/syntax/tree/spine.h"

enum {
	ALIAS_MAXIMUM_NODES = 1000000
};

/* What something unfolds into. */
struct alias_extent {
	uint64_t nodes;
	uint32_t levels;
};

struct alias_target {
	struct node_reference alias;
	struct node_reference target;
	struct alias_extent extent; /* of the target */
};

struct merged_entry {
	struct node_reference key;
	struct node_reference value;
};

struct merged_mapping {
	struct node_reference mapping;
	struct merged_entry *entries;
	uint32_t written_count; /* its own, in front of the merged ones */
	uint32_t count;
};

struct alias_error {
	enum syntax_error_kind kind;
	struct node_reference node;
	struct string message;
};

struct alias_table {
	atomic_int references;
	struct arena *arena;
	struct alias_target *targets; /* sorted by alias */
	size_t target_count;
	struct merged_mapping *mappings; /* sorted by mapping */
	size_t mapping_count;
	struct alias_error *errors;
	size_t error_count;
};

/* NULL if there is nothing to resolve. */
struct alias_table *alias_table_create(
	struct section *const *sections, const struct spine *spine, uint32_t count);
struct alias_table *alias_table_retain(struct alias_table *table);
void alias_table_release(struct alias_table *table);

/* NULL if the alias stands for nothing. */
const struct alias_target *alias_table_target(
	const struct alias_table *table, struct node_reference alias);
const struct merged_mapping *alias_table_merged(
	const struct alias_table *table, struct node_reference mapping);

#endif
