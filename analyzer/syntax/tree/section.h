/* A section: a slice of the text, parsed by itself.
 *
 * Immutable and reference-counted, shared by all trees in which its text stays as it
 * is. Everything in it is relative to its first byte. Knows its own nodes; how sections
 * stand to each other is the spine's business. */
#ifndef ANALYZER_SYNTAX_TREE_SECTION_H
#define ANALYZER_SYNTAX_TREE_SECTION_H

#include "analyzer/syntax/lines/outline.h"
#include "analyzer/syntax/tree/node.h"
#include "analyzer/syntax/tree/syntax_tree.h"

#include <stdatomic.h>

#define NO_NODE UINT32_MAX

enum {
	/* Deeper nesting is an error: readers may recurse over a tree. */
	SECTION_MAXIMUM_DEPTH = 500
};

enum section_role {
	SECTION_PREAMBLE, /* in front of the first entry; stands for the root collection */
	SECTION_BRANCH,   /* `key:`; the entries of its value are sections of their own */
	SECTION_ENTRY,    /* an entry of a mapping */
	SECTION_ITEM,     /* an item of a list */
	SECTION_DOCUMENT, /* a document that cannot be split */
	SECTION_REST,     /* behind the first document: not read */
};

enum raw_kind {
	RAW_SCALAR,
	RAW_MAPPING,
	RAW_SEQUENCE,
	RAW_ALIAS,
};

enum raw_flag {
	RAW_IS_FLOW = 1,
	RAW_IS_SPINE = 2,  /* its children are sections */
	RAW_HAS_MERGE = 4, /* a mapping with a `<<` */
	RAW_IS_KEY = 8,
	RAW_IS_DECODED = 16, /* a scalar that means something else than what is written there */
	RAW_HAS_PROPERTIES = 32,
};

/* There are as many as words in a text: so it is small. */
struct raw_node {
	uint8_t kind;
	uint8_t style;
	uint8_t type;
	uint8_t flags;
	uint32_t start, end;
	uint32_t parent; /* NO_NODE for the top nodes of a section */
	uint32_t key;    /* of a mapping's value */
	union {
		struct {
			uint32_t first; /* in `section->children` */
			uint32_t count; /* keys and values both count */
		} children;             /* of a collection */
		struct {
			uint32_t start; /* in the text; or its number in `section->decoded` */
			uint32_t length;
		} text; /* of a scalar, or the name of an alias */
	};
};

struct raw_properties {
	uint32_t node;
	struct string anchor;
	struct string tag;
};

/* Finds the entries of a large mapping by key. */
struct mapping_index {
	uint32_t node;
	uint32_t mask;
	uint32_t *slots; /* an entry's position plus one, or 0 */
};

struct section {
	atomic_int references;
	enum section_role role;
	struct arena *arena;
	struct string text;
	uint32_t *line_starts;              /* of the lines that begin in it; the first is 0 */
	uint32_t line_count;                /* line breaks in it */
	const struct position_marks *marks; /* of its text */
	struct raw_node *nodes;
	uint32_t node_count;
	uint32_t *children;
	struct string *decoded;
	struct raw_properties *properties; /* ascending by node */
	uint32_t property_count;
	struct mapping_index *indexes;
	uint32_t index_count;
	uint32_t key;   /* of an entry, or NO_NODE */
	uint32_t value; /* of an entry, an item, a document; the collection of a branch */
	struct syntax_error *errors;
	uint32_t error_count;
	uint32_t anchor_count;
	uint32_t stray_count; /* of the errors: lines that were left out */
	bool ends_open;       /* with a quote or bracket that the next section breaks */
	bool lacks_colon;     /* its key is one because of what stands below it */
	bool has_aliases;
	bool has_merges;
};

/* Of a scalar, as it is meant; of an alias, its name; empty for collections. */
static inline struct string raw_text(const struct section *section, const struct raw_node *node)
{
	if (node->kind == RAW_MAPPING || node->kind == RAW_SEQUENCE)
		return (struct string){"", 0};
	if (node->flags & RAW_IS_DECODED)
		return section->decoded[node->text.start];
	return (struct string){section->text.bytes + node->text.start, node->text.length};
}

static inline uint32_t raw_child_count(const struct raw_node *node)
{
	return node->kind == RAW_MAPPING || node->kind == RAW_SEQUENCE ? node->children.count : 0;
}

/* The anchor and tag of a node; both empty if it has none. */
const struct raw_properties *section_properties(const struct section *section, uint32_t node);

/* Buffers that are used again from section to section. */
struct section_scratch;
struct section_scratch *section_scratch_create(void);
void section_scratch_destroy(struct section_scratch *scratch);

/* What a section is made of; borrowed. */
struct section_source {
	struct string text;
	uint32_t start;                     /* of the text where strays have their places */
	const struct outline_stray *strays; /* that it contains */
	uint32_t stray_count;
};

/* Copies the text and parses it; stray lines are errors, and are left out if nothing else
 * makes sense. `is_sequence`: of the collection that a preamble or branch stands for. */
struct section *section_create(struct section_scratch *scratch, enum section_role role,
	const struct section_source *source, bool is_sequence);

/* The same for neighbours in one collection, entries or items, with one run of libyaml: section
 * `i` is the text from `starts[i]` to `starts[i + 1]`. False, and no sections, if something
 * is wrong with one of them. */
bool section_create_batch(struct section_scratch *scratch, enum section_role role,
	struct string text, const uint32_t *starts, uint32_t count, struct section **sections);
struct section *section_retain(struct section *section);
void section_release(struct section *section);

const struct mapping_index *section_index_of(const struct section *section, uint32_t node);

/* Both have the same nodes with the same keys, tags, anchors and aliases; only the values of
 * scalars may differ. */
bool section_same_shape(const struct section *a, const struct section *b);

#endif
