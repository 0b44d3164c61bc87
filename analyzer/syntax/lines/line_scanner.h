/* What stands in a line, as far as an outline has to know: which entry begins there, and where
 * quotes, brackets, tags, anchors and plain scalars end. Never fails, whatever stands there; what
 * goes on in the next line, it remembers. Internal to outline.c. */
#ifndef ANALYZER_SYNTAX_LINES_LINE_SCANNER_H
#define ANALYZER_SYNTAX_LINES_LINE_SCANNER_H

#include "analyzer/syntax/lines/outline_entries.h"

struct line_scanner {
	struct string text;
	uint32_t at;
	uint32_t end;         /* of the current line, without its line break */
	int32_t column;       /* of the entry in which the open quote or bracket stands */
	unsigned depth;       /* of open brackets */
	char quote;           /* the open quote, or 0 */
	int32_t block_scalar; /* lines deeper than this belong to a block scalar */
	int32_t key_column;   /* of the key whose value is still to come, or NO_COLUMN */
	int32_t plain_scalar; /* lines deeper than this continue a plain scalar */
};

static inline char line_peek(const struct line_scanner *scanner, uint32_t at)
{
	return at < scanner->end ? scanner->text.bytes[at] : '\n';
}

static inline bool line_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline bool line_ends_token(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

void line_skip_blanks(struct line_scanner *scanner);

/* Whether nothing but a comment is left. */
bool line_is_over(const struct line_scanner *scanner);

/* What begins at `scanner->at`, in the line and column of `entry`. */
void line_scan_entry(struct line_scanner *scanner, struct outline_entry *entry);

/* Goes on with the open quote or bracket. */
void line_scan_open(struct line_scanner *scanner);

/* `- `, `key:`, `"key":`: what nobody writes as the continuation of a quote or bracket. */
bool line_looks_like_entry(const struct line_scanner *scanner, uint32_t at);

bool line_begins_block_scalar(const struct line_scanner *scanner, uint32_t at);

#endif
