/* The outline of a YAML text: its lines that begin an entry in block style.
 *
 * A scanner, not a parser: it follows indentation, block scalars, quotes and brackets
 * just as far as is needed to tell where entries begin, in one pass and without
 * failing. A quote or bracket that is still open ends at a line that is no deeper than
 * the entry it was opened in and looks like an entry itself: YAML asks for deeper
 * lines, so this costs no valid text, and it keeps half-typed lines from swallowing
 * the rest of the document.
 *
 * So do stray lines: text where only an entry can stand. Entries below it that go on with a
 * collection from above do so as if it was not there; if they can only be its value, it is a
 * key whose colon is missing. */
#ifndef ANALYZER_SYNTAX_LINES_OUTLINE_H
#define ANALYZER_SYNTAX_LINES_OUTLINE_H

#include "analyzer/text/position.h"
#include "analyzer/text/string.h"

#include <stdbool.h>
#include <stdint.h>

enum outline_kind {
	OUTLINE_KEY,   /* `key:` …, possibly quoted */
	OUTLINE_ITEM,  /* `- ` … */
	OUTLINE_OTHER, /* anything else: a scalar, a flow collection */
};

struct outline_line {
	uint32_t start;  /* of the line, its indentation included */
	uint32_t column; /* its indentation */
	enum outline_kind kind;
	bool opens;       /* OUTLINE_KEY only: nothing follows the key, so that lines below can be
			     its value without being looked at together with it */
	bool lacks_colon; /* OUTLINE_KEY only: it is a key because of what stands below it */
	bool merges;      /* the key is `<<` */
	bool breaks;      /* ends a quote or bracket that was still open */
};

/* Text where only an entry can stand. */
struct outline_stray {
	struct range lines; /* whole ones: with those that go on with it */
	struct range text;  /* of the first one */
	bool in_list;       /* an item could stand there, too */
	bool is_tabbed;     /* it is indented with a tab */
};

/* A collection in block style that lines may go on with. */
struct outline_column {
	uint32_t column;
	bool has_keys, has_items; /* both: the list that a key has in its own column */
};

/* Where the text stands that is to be scanned, if that is not a document. */
struct outline_context {
	const struct outline_column *columns; /* around it, from the outermost on */
	uint32_t column_count;
	const struct outline_line *next; /* the entry behind it, or NULL */
};

struct outline {
	struct outline_line *lines;
	size_t count;
	size_t capacity;
	struct outline_stray *strays; /* in no line of `lines` */
	size_t stray_count, stray_capacity;
	uint32_t body_start; /* behind a leading `---` */
	uint32_t body_end;   /* the first document ends here: `---`, `...`, or the text does */
	bool ends_open;      /* a quote or bracket is open at the end */
	bool has_merges;     /* in some line */
	bool is_irregular;   /* directives, content on the line of `---`, `? ` keys, keys or all in
				flow style; or entries that depend on more than the context */
};

/* Fills `outline`, whose arrays are reused; to be finished once. `context` is NULL for a
 * document. */
void outline_scan(
	struct outline *outline, struct string text, const struct outline_context *context);
void outline_finish(struct outline *outline);

/* Whether there is more than comments and document ends behind `offset`. */
bool outline_has_content(struct string text, uint32_t offset);

/* Whether the line at `offset` would end an open quote or bracket, if it is not deeper. */
bool outline_line_breaks(struct string text, uint32_t offset);

/* Whether the line at `offset` would be the value of a key above that has none. */
bool outline_line_is_block_scalar(struct string text, uint32_t offset);

#endif
