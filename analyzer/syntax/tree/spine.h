/* The spine: how sections stand to each other.
 *
 * Sections are numbered in the order of the text; the collections of preamble and
 * branches have sections as entries. The spine holds numbers and keys only, no
 * places, so an edit inside a section leaves it as it is and trees share it. */
#ifndef ANALYZER_SYNTAX_TREE_SPINE_H
#define ANALYZER_SYNTAX_TREE_SPINE_H

#include "analyzer/syntax/tree/section.h"

struct spine_row {
	uint32_t key_hash;    /* of an entry that counts */
	uint8_t counts;       /* has a key, or a value if it is an item: broken ones have not */
	uint8_t is_mapping;   /* of a preamble or branch */
	uint32_t parent;      /* the preamble or branch it is an entry of, or NO_NODE */
	uint32_t position;    /* among the entries that count */
	uint32_t first_child; /* in `children`, of a preamble or branch */
	uint32_t child_count;
	uint32_t slots; /* of its index in `slots`, or NO_NODE */
	uint32_t slot_mask;
};

struct spine {
	atomic_int references;
	struct spine_row *rows; /* one per section */
	uint32_t *children;
	uint32_t *slots; /* a child's position plus one, or 0 */
	struct duplicate_entry *duplicates;
	uint32_t duplicate_count;
};

/* Two sections with the same key in one mapping. */
struct duplicate_entry {
	uint32_t first;
	uint32_t second;
};

/* A spine whose rows are to be described, one by one, before it is completed. Entries without
 * a key, or items without a value, which come of broken text, do not count. */
struct spine *spine_allocate(uint32_t count);
void spine_describe(struct spine_row *row, const struct section *section, uint32_t parent);

/* Positions, children and the index of keys follow from the descriptions. */
void spine_complete(struct spine *spine, struct section *const *sections, uint32_t count);
struct spine *spine_retain(struct spine *spine);
void spine_release(struct spine *spine);

/* The position of the child of `parent` with this key, or NO_NODE. */
uint32_t spine_find(const struct spine *spine, struct section *const *sections, uint32_t parent,
	struct string key);

#endif
