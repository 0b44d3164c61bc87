/* The outline of a YAML text: its lines that begin an entry in block style.
 *
 * A scanner, not a parser: it follows indentation, block scalars, quotes and brackets
 * just as far as is needed to tell where entries begin, in one pass and without
 * failing. A quote or bracket that is still open ends at a line that is no deeper than
 * the entry it was opened in and looks like an entry itself: YAML asks for deeper
 * lines, so this costs no valid text, and it keeps half-typed lines from swallowing
 * the rest of the document. */
#ifndef ANALYZER_SYNTAX_OUTLINE_H
#define ANALYZER_SYNTAX_OUTLINE_H

#include "analyzer/text/string.h"

#include <stdbool.h>
#include <stdint.h>

enum outline_kind {
	OUTLINE_KEY,   /* `key:` …, possibly quoted */
	OUTLINE_ITEM,  /* `- ` … */
	OUTLINE_OTHER, /* anything else: a scalar, a flow collection, a half-typed key */
};

struct outline_line {
	uint32_t start;  /* of the line, its indentation included */
	uint32_t column; /* its indentation */
	enum outline_kind kind;
	bool opens;  /* OUTLINE_KEY only: nothing follows the key, so that lines below can be
			its value without being looked at together with it */
	bool merges; /* the key is `<<` */
	bool breaks; /* ends a quote or bracket that was still open */
};

struct outline {
	struct outline_line *lines;
	size_t count;
	size_t capacity;
	uint32_t body_start; /* behind a leading `---` */
	uint32_t body_end;   /* the first document ends here: `---`, `...`, or the text does */
	bool ends_open;      /* a quote or bracket is open at the end */
	bool has_merges;     /* in some line */
	bool is_irregular;   /* directives, content on the line of `---`, `? ` keys, flow style */
};

/* Fills `outline`, whose arrays are reused; to be finished once. */
void outline_scan(struct outline *outline, struct string text);
void outline_finish(struct outline *outline);

/* Whether there is more than comments and document ends behind `offset`. */
bool outline_has_content(struct string text, uint32_t offset);

/* Whether the line at `offset` would end an open quote or bracket, if it is not deeper. */
bool outline_line_breaks(struct string text, uint32_t offset);

/* Whether the line at `offset` would be the value of a key above that has none. */
bool outline_line_is_block_scalar(struct string text, uint32_t offset);

/* The start of the line behind the one at `offset`: LF, CR LF and CR end lines. */
uint32_t outline_next_line(struct string text, uint32_t offset);

#endif
