/* The inside of a syntax tree, for the files of this folder. */
#ifndef ANALYZER_SYNTAX_TREE_TREE_H
#define ANALYZER_SYNTAX_TREE_TREE_H

#include "analyzer/syntax/tree/alias.h"
#include "analyzer/syntax/tree/section.h"
#include "analyzer/syntax/tree/spine.h"
#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/shared_list.h"

struct section_place {
	uint32_t start; /* byte offset */
	uint32_t line;
};

struct syntax_tree {
	atomic_int references;
	uint32_t section_count;
	struct section **sections; /* borrowed from the list that owns them */
	struct shared_list shared;
	struct section_place *places; /* one more than sections: the last is the end */
	struct spine *spine;
	struct alias_table *aliases; /* NULL: there are none */
	struct syntax_change change;
	bool has_encoding_error;
	struct range encoding_error; /* of a fresh tree */
	const char *other_encoding;  /* what it is encoded in if that is known */
	unsigned char stray_byte;    /* else the first that is no UTF-8 */
};

/* A tree of so many sections, which are still to be filled in. */
struct syntax_tree *tree_allocate(uint32_t section_count);

/* A whole text, split anew after `edit`: of `old`, which may be NULL, sections are taken over. */
struct syntax_tree *tree_parse(
	struct string text, const struct syntax_tree *old, struct text_edit edit);

#endif
