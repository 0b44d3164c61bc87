/* Nodes of the YAML tree.
 *
 * A node is a small value: the tree it belongs to and where it stands in it. It is
 * valid as long as the tree is. Aliases are followed silently and merge keys
 * (`<<`) expanded, so readers see the document the author means; ranges are
 * those of the text as written. All functions accept the absent node (a zeroed
 * value) and answer with "nothing", so that chains of look-ups need no checks.
 *
 * YAML 1.2 core schema and timestamps; see `scalar.h` for the types of scalars. */
#ifndef ANALYZER_SYNTAX_TREE_NODE_H
#define ANALYZER_SYNTAX_TREE_NODE_H

#include "analyzer/text/position.h"
#include "analyzer/text/string.h"

#include <stdbool.h>
#include <stdint.h>

struct syntax_tree;

/* Where a node stands, independent of the tree: still right in a later tree whose
 * sections have the same shape (see `syntax_tree_change`). */
struct node_reference {
	uint32_t section;
	uint32_t index;
};

struct node {
	const struct syntax_tree *tree; /* NULL: the absent node */
	struct node_reference reference;
};

enum node_kind {
	NODE_ABSENT,
	NODE_SCALAR,
	NODE_MAPPING,
	NODE_SEQUENCE,
};

enum scalar_type {
	SCALAR_NULL,
	SCALAR_BOOLEAN,
	SCALAR_INTEGER,
	SCALAR_FLOAT,
	SCALAR_TIMESTAMP,
	SCALAR_STRING,
};

enum scalar_style {
	SCALAR_PLAIN,
	SCALAR_SINGLE_QUOTED,
	SCALAR_DOUBLE_QUOTED,
	SCALAR_LITERAL,
	SCALAR_FOLDED,
};

/* One entry of a mapping as a reader sees it. */
struct node_entry {
	struct node key;
	struct node value;
};

enum node_kind node_kind(struct node node);
static inline bool node_is_absent(struct node node)
{
	return !node.tree;
}
bool node_equal_place(struct node a, struct node b);

/* A mapping or a sequence. As a key, YAML has them, but they are no name. */
static inline bool node_is_collection(struct node node)
{
	return node_kind(node) == NODE_MAPPING || node_kind(node) == NODE_SEQUENCE;
}

/* Absent, or a null scalar: TOSCA treats the two alike nearly everywhere. */
bool node_is_null(struct node node);

/* Scalars. The text is decoded (quotes, escapes, folding) and borrowed from the tree. */
struct string node_text(struct node node);
enum scalar_type node_scalar_type(struct node node);
enum scalar_style node_scalar_style(struct node node);
bool node_is_string(struct node node);
bool node_boolean(struct node node);  /* false unless a Boolean scalar */
double node_number(struct node node); /* NaN unless an integer or float scalar */

/* Mappings. Entries in the order of the text, merged ones behind the others; of
 * duplicate keys the first counts (the second is a syntax error of its own). */
uint32_t node_count(struct node node);         /* entries of a mapping, items of a sequence */
bool node_is_divided(struct node node);        /* these are sections of their own */
uint32_t node_written_count(struct node node); /* the same without what is merged */
struct node_entry node_entry(struct node mapping, uint32_t position);
struct node_entry node_find(struct node mapping, struct string key);
/* Inline, so that the length of a literal is a constant. */
static inline struct node node_get(struct node mapping, const char *key)
{
	return node_find(mapping, (struct string){key, strlen(key)}).value;
}

/* Sequences. */
struct node node_item(struct node sequence, uint32_t position);

/* Surroundings, as written: the parent of a mapping's value is the mapping. The
 * root's parent is absent. The key of a mapping's value, absent otherwise. */
struct node node_parent(struct node node);
struct node node_key(struct node node);

/* Byte range in the text of the node as written (of the alias, if it is one).
 * Comments and blank lines around it do not belong to it. */
struct range node_range(struct node node);

/* As written: "&name" and "!tag" of the node, "*name" of an alias; empty if none. */
struct string node_anchor(struct node node);
struct string node_tag(struct node node);
struct string node_alias(struct node node);
bool node_is_flow(struct node node);

/* What an alias stands for, where that is written; any other node is itself. */
struct node node_meant(struct node node);

/* Whether what the node seems to lack may have been meant: it is an alias that stands for nothing,
 * or there is a mistake in the text that was read together with it. */
bool node_is_broken(struct node node);

#endif
