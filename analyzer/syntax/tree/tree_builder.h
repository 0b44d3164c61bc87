/* Splits text into sections along its outline.
 *
 * An entry that is large, or broken, becomes a branch whose entries are sections of
 * their own, so that an edit parses little and an error spoils little. Sections of an
 * earlier tree are taken over where their text is the same. */
#ifndef ANALYZER_SYNTAX_TREE_TREE_BUILDER_H
#define ANALYZER_SYNTAX_TREE_TREE_BUILDER_H

#include "analyzer/syntax/lines/outline.h"
#include "analyzer/syntax/tree/tree.h"

enum {
	TREE_MAXIMUM_BRANCHES = 16, /* inside each other */
	TREE_LARGE_ENTRY = 2048     /* bytes from which on an entry becomes a branch */
};

struct tree_builder {
	struct section_scratch *scratch;
	struct outline outline;
	struct string text;
	struct section **sections;
	uint32_t *parents; /* numbers of sections, or NO_NODE */
	uint32_t count;
	size_t section_capacity, parent_capacity;
	uint64_t parsed_bytes;
	uint32_t parsed_sections;

	/* Where to look for sections to take over: text outside `edited` is that of `old` from
	 * `old_start` on, behind it moved by `moved` bytes. */
	const struct syntax_tree *old;
	uint32_t old_start;
	struct range edited;
	int64_t moved;
	uint32_t next_old;
};

/* `context` is where the text stands, NULL for a document. */
void tree_builder_start(
	struct tree_builder *builder, struct string text, const struct outline_context *context);

/* A whole document. */
void tree_builder_add_document(struct tree_builder *builder);

/* Entries of one collection, in column `column`, without a parent, but inside `depth` branches;
 * nothing, and false, if the text is not made of just such entries. */
bool tree_builder_add_entries(
	struct tree_builder *builder, uint32_t column, bool is_sequence, unsigned depth);

/* Releases what was not taken away: sections included. */
void tree_builder_finish(struct tree_builder *builder);

#endif
