/* The YAML tree of one revision of one document: incremental and error-tolerant.
 *
 * The text is split into sections, the entries of its shallow block mappings and
 * lists, and every section is parsed by libyaml on its own. An edit parses the
 * sections it falls in and shares all others with the tree before. A tree never
 * changes once built; trees and the sections they share are reference-counted and
 * may be read and released by several threads.
 *
 * Knows YAML; knows neither TOSCA nor the editor protocol. */
#ifndef ANALYZER_SYNTAX_TREE_SYNTAX_TREE_H
#define ANALYZER_SYNTAX_TREE_SYNTAX_TREE_H

#include "analyzer/syntax/tree/node.h"
#include "analyzer/text/arena.h"
#include "analyzer/text/position.h"
#include "analyzer/text/shared_list.h"

/* Replaces the bytes of `range` by `text`. */
struct text_edit {
	struct range range;
	struct string text;
};

/* Why an edit parsed more than the section it falls in. */
enum reparse_reason {
	REPARSE_SECTION,  /* it did not */
	REPARSE_OUTLINE,  /* indentation, a quote or a bracket changed the outline */
	REPARSE_SEVERAL,  /* the edit touches several sections */
	REPARSE_DOCUMENT, /* "---", "...", a directive, a byte order mark */
};

/* What the last edit did; a fresh tree counts as changed throughout. */
struct syntax_change {
	enum reparse_reason reason;
	uint32_t first_section; /* in the new tree */
	uint32_t old_count;     /* sections replaced */
	uint32_t new_count;     /* sections parsed anew */
	uint64_t parsed_bytes;  /* text given to libyaml */
	bool same_shape;        /* same number of sections, and in each the same nodes with
				   the same kinds, keys and tags; only values of scalars
				   differ: every node_reference keeps its meaning */
};

/* What is wrong with the text as YAML. */
enum syntax_error_kind {
	SYNTAX_ERROR_YAML,          /* libyaml's own words in `message` */
	SYNTAX_ERROR_DUPLICATE_KEY, /* `related` is the first of the two */
	SYNTAX_ERROR_UNKNOWN_ALIAS,
	SYNTAX_ERROR_CYCLIC_ALIAS,
	SYNTAX_ERROR_ALIAS_BOMB,
	SYNTAX_ERROR_MERGE_KEY,         /* value of "<<" is no mapping or list of mappings */
	SYNTAX_ERROR_ENCODING,          /* not UTF-8; U+FFFD stands for the bytes, if any */
	SYNTAX_ERROR_SEVERAL_DOCUMENTS, /* only the first is read */
};

struct syntax_error {
	enum syntax_error_kind kind;
	struct range range;
	struct range related; /* empty unless the kind says so */
	struct string message;
};

/* Parses `text`, which is copied; a byte order mark is kept as a part of it. */
struct syntax_tree *syntax_tree_create(struct string text);

/* The same of the bytes of a file: of one in UTF-16 or UTF-32, nothing is kept but the error.
 * Editors have decoded what they send. */
struct syntax_tree *syntax_tree_of_file(struct string bytes);

/* The tree after `edit`; `tree` stays as it is. An edit beyond the text is clipped, one that
 * begins or ends inside a character takes the whole of it. */
struct syntax_tree *syntax_tree_edit(const struct syntax_tree *tree, struct text_edit edit);

struct syntax_tree *syntax_tree_retain(const struct syntax_tree *tree);
void syntax_tree_release(struct syntax_tree *tree); /* NULL is harmless */

struct node syntax_tree_root(const struct syntax_tree *tree); /* of the first document */
struct node syntax_tree_node(const struct syntax_tree *tree, struct node_reference reference);
const struct syntax_change *syntax_tree_change(const struct syntax_tree *tree);

/* Sections are numbered from 0 in the order of the text. */
uint32_t syntax_tree_section_count(const struct syntax_tree *tree);
struct range syntax_tree_section_range(const struct syntax_tree *tree, uint32_t section);

/* The section that holds `offset`: the last one that starts at or in front of it. */
uint32_t syntax_tree_section_at(const struct syntax_tree *tree, uint32_t offset);

/* The line in which the section begins, at its first character. */
uint32_t syntax_tree_section_line(const struct syntax_tree *tree, uint32_t section);

/* The key of an entry, absent for all else. */
struct node syntax_tree_section_key(const struct syntax_tree *tree, uint32_t section);

/* The collection that the section is an entry or item of, absent if there is none; and whether it
 * is `key:` and the entries of its value are sections of their own. */
struct node syntax_tree_section_around(const struct syntax_tree *tree, uint32_t section);
bool syntax_tree_section_is_branch(const struct syntax_tree *tree, uint32_t section);

/* Whether the section of that number has the same shape in both, see `same_shape`, and the same
 * mistakes. */
bool syntax_tree_section_same_shape(
	const struct syntax_tree *a, const struct syntax_tree *b, uint32_t section);

/* The sections at the beginning and at the end that both trees share, which lets facts about
 * them be kept; takes a step per run of sections. */
struct shared_ends syntax_tree_shared_ends(
	const struct syntax_tree *a, const struct syntax_tree *b);

/* Whether both trees share the section at these places. */
bool syntax_tree_shares_section(const struct syntax_tree *a, uint32_t section_a,
	const struct syntax_tree *b, uint32_t section_b);

/* Whether something in the section, or around it, has an anchor, so that other sections may repeat
 * it. */
bool syntax_tree_section_may_be_repeated(const struct syntax_tree *tree, uint32_t section);

/* Whether something in it is an alias, and repeats what may be in another. */
bool syntax_tree_section_has_aliases(const struct syntax_tree *tree, uint32_t section);

/* Errors in the order of the text, allocated in `arena`. */
const struct syntax_error *syntax_tree_errors(
	const struct syntax_tree *tree, struct arena *arena, size_t *count);

/* Text. */
uint32_t syntax_tree_length(const struct syntax_tree *tree);
struct string syntax_tree_text(
	const struct syntax_tree *tree, struct range range, struct arena *arena);
/* Of one section; borrowed. */
struct string syntax_tree_section_text(const struct syntax_tree *tree, uint32_t section);
uint32_t syntax_tree_line_count(const struct syntax_tree *tree);
struct range syntax_tree_line(const struct syntax_tree *tree, uint32_t line); /* without its end */
struct position syntax_tree_position(
	const struct syntax_tree *tree, uint32_t offset, enum position_encoding encoding);
/* Beyond the end of a line means its end; beyond the last line, the end of the text. */
uint32_t syntax_tree_offset(
	const struct syntax_tree *tree, struct position position, enum position_encoding encoding);

/* The innermost node whose range holds `offset` (its end included); a key counts as a
 * node of its own. Absent in white space outside any node: then see `completion`. */
struct node syntax_tree_node_at(const struct syntax_tree *tree, uint32_t offset);

/* One line per node, indented, with kinds, ranges and texts: for tests and people. */
struct string syntax_tree_print(const struct syntax_tree *tree, struct arena *arena);

#endif
