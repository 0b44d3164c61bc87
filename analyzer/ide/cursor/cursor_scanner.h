/* Reads YAML as far as the cursor needs: which collections are open there.
 *
 * Internal to `cursor`: `cursor_scanner.c` keeps the open collections and writes down the
 * answer, `cursor_flow.c` reads between brackets, `cursor_block.c` lines with indentation,
 * `cursor.c` decides which parts of the document are read at all.
 *
 * Never fails; what cannot be is skipped, and a line that is indented too little ends any
 * brackets and quotes that were left open above it. */
#ifndef ANALYZER_IDE_CURSOR_CURSOR_SCANNER_H
#define ANALYZER_IDE_CURSOR_CURSOR_SCANNER_H

#include "analyzer/ide/cursor/cursor.h"
#include "analyzer/syntax/lines/line_scanner.h"

enum frame_kind {
	FRAME_BLOCK_MAPPING,
	FRAME_BLOCK_SEQUENCE,
	FRAME_FLOW_MAPPING,
	FRAME_FLOW_SEQUENCE,
};

/* A collection that is open where reading is. */
struct frame {
	enum frame_kind kind;
	int32_t indentation; /* its column; for flow, of the block collection around it */
	bool implicit;       /* the pair in `[a: b]` */
	bool has_step;       /* a key or item has been read … */
	bool has_value;      /* … and something behind it */
	struct cursor_step step;
	uint32_t item_start; /* in a flow list: behind the bracket or comma */
	struct name *names;  /* keys so far, or items of a list, the latest first */
};

struct name {
	struct string text;
	int32_t index; /* of an item */
	struct name *next;
};

struct scanner {
	struct arena *arena;
	struct frame *frames;
	size_t depth, capacity;
	struct line_scanner
		line; /* of the text being read; its offset 0 is `base` in the document */
	uint32_t base, cursor;
	bool cursor_in_line;
	bool in_block_scalar;
	int32_t block_scalar_indentation;

	bool found;
	struct cursor answer;
	struct name *names;    /* of the mapping of the answer */
	size_t names_depth;    /* the depth at which its further keys stand; 0: it is closed */
	size_t expected_depth; /* a block mapping that begins right below the cursor, at … */
	int32_t expected_indentation;
};

/* A plain or quoted scalar. */
struct scalar {
	uint32_t start, end; /* with quotes */
	uint32_t behind;     /* where reading goes on: behind the colon of a key */
	bool is_key, quoted;
	struct string text;
};

/* ---- what is open ---- */

struct frame *scanner_top(struct scanner *scanner); /* NULL: nothing */
struct frame *scanner_push(struct scanner *scanner, enum frame_kind kind, int32_t indentation);
void scanner_pop(struct scanner *scanner);
bool frame_is_flow(const struct frame *frame);
bool scanner_in_flow(struct scanner *scanner);

/* Notes that reading is at the value of `key`, or at the next item, now. */
void scanner_enter_key(struct scanner *scanner, struct string key, uint32_t start, uint32_t end);
void scanner_enter_item(struct scanner *scanner, uint32_t start, uint32_t end);

/* Notes that the item that reading is at is written `text`. */
void scanner_note_item(struct scanner *scanner, struct string text);

/* ---- the answer ---- */

bool scanner_has_cursor(const struct scanner *scanner, uint32_t start, uint32_t end);

/* Answers: the cursor is in the text from `start` to `end`, and at `place`. */
struct cursor *scanner_answer(
	struct scanner *scanner, enum cursor_place place, uint32_t start, uint32_t end);

/* The cursor is in `scalar`. The quotes are part of what is replaced. */
void scanner_answer_scalar(
	struct scanner *scanner, enum cursor_place place, const struct scalar *scalar);

/* ---- tokens of the line ---- */

char scanner_byte(const struct scanner *scanner, uint32_t place); /* a newline at the end */
uint32_t scanner_skip_blanks(struct scanner *scanner, uint32_t place);

/* The end of the quoted scalar that is open before `place`: behind its closing quote. */
uint32_t scanner_quoted_end(struct scanner *scanner, uint32_t place);

/* Behind the tags and anchors that begin at `place`, and the blanks around them. `start` is where
 * the last of these blanks begin. */
uint32_t scanner_skip_properties(struct scanner *scanner, uint32_t place, uint32_t *start);

/* Reads the plain or quoted scalar at `place`, and a colon behind it. */
struct scalar scanner_read_scalar(struct scanner *scanner, uint32_t place, bool as_key);

/* ---- reading ---- */

/* The bracket at `place`; then inside brackets, from `place` to the end of the line or of
 * the brackets. */
void scanner_open_flow(struct scanner *scanner, char bracket, uint32_t place);
uint32_t scanner_read_flow(struct scanner *scanner, uint32_t place);

/* Ends what is indented more than `column`, as a line that begins there does. */
void scanner_pop_to(struct scanner *scanner, int32_t column, bool dash);

/* Reads the text of `range`; with the cursor found, only as far as names are wanted. */
void scanner_read_range(
	struct scanner *scanner, const struct syntax_tree *tree, struct range range);

#endif
