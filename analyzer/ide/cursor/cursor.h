/* What is at the cursor: one answer for completion, hover and the rest.
 *
 * Reads the raw text around the cursor, because the line being typed is rarely
 * valid YAML: a half-typed flow collection, a key without colon, an empty indented
 * line, a dash with nothing behind it. The answer is the path of keys and list
 * positions from the root to the cursor, and the word being typed. What is allowed
 * at the end of that path, `construct_at` (below) looks up in the language tables. */
#ifndef ANALYZER_IDE_CURSOR_CURSOR_H
#define ANALYZER_IDE_CURSOR_CURSOR_H

#include "analyzer/syntax/tree/syntax_tree.h"
#include "analyzer/text/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One step down from the root: the value of a key, or an item of a list. */
struct cursor_step {
	struct string key;  /* decoded; empty for items */
	int32_t index;      /* of the item; -1 for keys */
	struct range range; /* of the key as written, or of the dash; empty in flow lists */
};

enum cursor_place {
	CURSOR_NOWHERE, /* in a comment, in a block scalar, behind a finished value */
	CURSOR_KEY,     /* a key of the mapping that the path leads to */
	CURSOR_VALUE,   /* the value that the path leads to */
};

struct cursor {
	enum cursor_place place;
	bool may_be_key;  /* CURSOR_VALUE: nothing is there yet, a block mapping may begin */
	bool in_flow;     /* between brackets or braces */
	bool has_colon;   /* CURSOR_KEY: a colon follows the word */
	bool quoted;      /* the word is in quotes */
	bool needs_dash;  /* a list goes on at this column: "- " comes first */
	bool needs_space; /* the cursor touches a colon or a dash: a space comes first */
	const struct cursor_step *path;
	size_t path_length;
	struct string word;   /* what is typed of the word, up to the cursor */
	struct range replace; /* the whole word */
	uint32_t indentation; /* column of the block key that the cursor's line belongs to */
	const struct string *siblings; /* keys that the mapping has already, the word left out */
	size_t sibling_count;
	const struct string *items; /* what is written before the cursor in the innermost list
				       around it, by position */
	size_t item_count;
};

/* The node that a path leads to in a tree; absent where there is none. */
struct node cursor_node(
	const struct syntax_tree *tree, const struct cursor_step *path, size_t length);

struct cursor cursor_at(const struct syntax_tree *tree, uint32_t offset, struct arena *arena);

#endif
