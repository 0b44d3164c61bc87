/* What stands in a line: where quotes, brackets, tags, anchors and plain scalars end, and what
 * makes a key. The one place that knows, for the outline of a text, for the cursor in text that is
 * no YAML yet, and for the formatter. Never fails, whatever stands there; what goes on in the next
 * line, it remembers. */
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
	uint32_t comment;     /* where one begins within brackets */
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

/* ---- tokens ---- */

void line_skip_blanks(struct line_scanner *scanner);

/* Whether nothing but a comment is left. */
bool line_is_over(const struct line_scanner *scanner);

/* Goes on behind the closing quote, or to the end of the line if it is not there. */
void line_skip_quoted(struct line_scanner *scanner);

/* Goes on behind the tag or anchor that begins at `scanner->at`. */
void line_skip_property(struct line_scanner *scanner);

/* A tag or an anchor begins here. */
static inline bool line_begins_property(char c)
{
	return c == '&' || c == '!';
}

/* `- ` */
static inline bool line_is_dash(const struct line_scanner *scanner, uint32_t at)
{
	return line_peek(scanner, at) == '-' && line_ends_token(line_peek(scanner, at + 1));
}

/* A colon that makes a key of what stands before it. */
bool line_is_colon(const struct line_scanner *scanner, uint32_t at);

/* Goes to the `:` behind a plain key and is true, or to the end of a plain scalar: within brackets,
 * what separates or ends their parts; else a comment or the end of the line. A value has no key in
 * it. */
bool line_skip_plain(struct line_scanner *scanner, bool may_be_key);

/* ---- entries, for the outline ---- */

/* What begins at `scanner->at`, in the line and column of `entry`. */
void line_scan_entry(struct line_scanner *scanner, struct outline_entry *entry);

/* Goes on with the open quote or bracket. */
void line_scan_open(struct line_scanner *scanner);

/* `- `, `key:`, `"key":`: what nobody writes as the continuation of a quote or bracket. */
bool line_looks_like_entry(const struct line_scanner *scanner, uint32_t at);

bool line_begins_block_scalar(const struct line_scanner *scanner, uint32_t at);

#endif
