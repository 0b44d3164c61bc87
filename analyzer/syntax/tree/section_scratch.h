/* A section in the making.
 *
 * Collects the nodes of a section in buffers that are used again from section to section, and
 * copies them into it at the end. Knows how nodes hang together, and where a character of
 * what libyaml reads stands in the section. */
#ifndef ANALYZER_SYNTAX_TREE_SECTION_SCRATCH_H
#define ANALYZER_SYNTAX_TREE_SECTION_SCRATCH_H

#include "analyzer/syntax/tree/section.h"

/* A collection that is being read. */
struct open_collection {
	uint32_t node;
	uint32_t key;         /* waits for its value, or NO_NODE */
	size_t first_pending; /* of its children in `pending` */
};

struct section_scratch {
	struct raw_node *nodes;
	size_t node_count, node_capacity;
	uint32_t *children;
	size_t child_count, child_capacity;
	uint32_t *pending;
	size_t pending_count, pending_capacity;
	struct open_collection *open;
	size_t depth, open_capacity;
	struct string *decoded;
	size_t decoded_count, decoded_capacity;
	struct raw_properties *properties;
	size_t property_count, property_capacity;
	struct syntax_error *errors;
	size_t error_count, error_capacity;
	uint32_t *lines;
	size_t line_count, line_capacity;

	/* What libyaml reads, and where the section starts in it. It counts characters: the
	 * last place that was asked for. */
	struct string source;
	char *masked; /* the source, if line separators are hidden in it, or NULL */
	uint32_t base;
	bool is_ascii;
	size_t character;
	uint32_t byte;
};

/* A section of this text, which is copied, to be filled and then finished. */
struct section *section_begin(
	struct section_scratch *scratch, enum section_role role, struct string text);
void section_restart(struct section_scratch *scratch, struct section *section); /* empty again */
void section_finish(struct section_scratch *scratch, struct section *section);

/* Says which nodes are the key and value of a section that has been read. `is_sequence`: of the
 * collection that a branch stands for. */
void scratch_find_top_nodes(struct section_scratch *scratch, struct section *section,
	enum section_role role, bool is_sequence);

/* ---- places ---- */

/* `source` is borrowed as long as places in it are asked for. What libyaml is to read is
 * `scratch->source`. */
void scratch_set_source(struct section_scratch *scratch, struct string source);

/* The byte where a character, counted from 0, begins: in the source, or in the section. */
uint32_t scratch_byte_in_source(struct section_scratch *scratch, size_t character);
uint32_t scratch_byte_of(struct section_scratch *scratch, size_t character);

/* ---- nodes ---- */

/* Return the number of the new node. A missing value is null and empty. */
uint32_t scratch_add_node(struct section_scratch *scratch, struct raw_node node);
uint32_t scratch_add_missing_value(struct section_scratch *scratch, uint32_t at);

/* Puts `child` into the innermost open collection, if there is one. */
void scratch_attach(struct section_scratch *scratch, struct section *section, uint32_t child);

/* The new innermost one. `end` is that of a collection in flow style: libyaml ends others at
 * the token behind them, ours end with their last child. */
uint32_t scratch_open_collection(
	struct section_scratch *scratch, struct section *section, struct raw_node node);
void scratch_close_collection(
	struct section_scratch *scratch, struct section *section, uint32_t end);

/* `message` lives as long as the section. */
void scratch_add_error(struct section_scratch *scratch, enum syntax_error_kind kind,
	struct range range, struct range related, struct string message);

#endif
