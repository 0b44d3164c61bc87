/* What editors show of one section, at places within it: kept for as long as the section is shared
 * and what is around it means the same.
 *
 * Immutable and reference-counted. */
#ifndef ANALYZER_IDE_VIEWS_SECTION_VIEW_H
#define ANALYZER_IDE_VIEWS_SECTION_VIEW_H

#include "analyzer/ide/names/links.h"
#include "analyzer/ide/views/symbols.h"
#include "analyzer/ide/views/tokens.h"

#include <stdatomic.h>

#define NO_NODE_OF_VIEW UINT32_MAX

/* Nodes by their numbers in the section; lines count from the first one of it. */
struct view_symbol {
	uint32_t key;
	uint32_t value; /* NO_NODE_OF_VIEW: there is none */
	/* Whose text is the detail, or NO_NODE_OF_VIEW; of the value, if `detail_is_elsewhere`. */
	uint32_t detail;
	struct position start, name_end, end;
	uint8_t kind;
	bool detail_as_written, detail_is_elsewhere;
	bool is_open; /* its value stands in other sections, and ends there */
};

/* A token by the numbers of the protocol: line and character from where the one before it starts,
 * of the first one from the beginning of the section. */
struct view_token {
	uint32_t line, character, length;
	uint8_t type, modifiers;
};

struct view_link {
	uint32_t node;
	enum construct construct;
	bool is_keyname;
};

struct view_name {
	uint32_t node;
	enum declared_kind kind;
};

/* A name that may be of two kinds: which of them decides about the colour of its token. */
struct view_doubt {
	uint32_t node;
	enum declared_kind kind, alternative, decided;
};

struct section_view {
	atomic_int references;
	uint32_t symbol_count, token_count, link_count, name_count, doubt_count;
	uint32_t last_line; /* where the last token starts */
	uint64_t declares;  /* sum of the hashes of what names may refer to */
	const struct view_symbol *symbols;
	const struct view_token *tokens;
	const struct view_link *links;
	const struct view_name *names; /* whose uses are counted */
	const struct view_doubt *doubts;
};

struct section_view *section_view_create(
	const struct syntax_tree *tree, uint32_t section, enum position_encoding encoding);
void section_view_retain(struct section_view *view);
void section_view_release(struct section_view *view);

/* Whether names that may be of two kinds still refer to the same; the view is of that section. */
bool section_view_holds(
	const struct section_view *view, const struct syntax_tree *tree, uint32_t section);

#endif
