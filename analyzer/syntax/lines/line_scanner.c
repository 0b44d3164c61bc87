#include "analyzer/syntax/lines/line_scanner.h"

#include <string.h>

void line_skip_blanks(struct line_scanner *scanner)
{
	while (line_is_blank(line_peek(scanner, scanner->at)))
		scanner->at++;
}

bool line_is_over(const struct line_scanner *scanner)
{
	return scanner->at >= scanner->end || scanner->text.bytes[scanner->at] == '#';
}

void line_skip_quoted(struct line_scanner *scanner)
{
	while (scanner->at < scanner->end) {
		char c = scanner->text.bytes[scanner->at++];

		if (c == '\\' && scanner->quote == '"') {
			scanner->at++;
		} else if (c == scanner->quote) {
			if (c == '\'' && line_peek(scanner, scanner->at) == '\'') {
				scanner->at++;
				continue;
			}
			scanner->quote = 0;
			return;
		}
	}
	scanner->at = scanner->end;
}

/* What ends the tag or anchor that stands here without a blank. In names of anchors libyaml has
 * neither `:` nor `?`. */
static const char *ends_of_property(const struct line_scanner *scanner)
{
	if (line_peek(scanner, scanner->at) == '&')
		return scanner->depth ? ":?,]}" : ":?";
	return scanner->depth && line_peek(scanner, scanner->at + 1) != '<' ? ",]}" : "";
}

void line_skip_property(struct line_scanner *scanner)
{
	const char *ends = ends_of_property(scanner);
	char c;

	do
		c = line_peek(scanner, ++scanner->at);
	while (!line_ends_token(c) && !(c && strchr(ends, c)));
}

/* Goes on behind the bracket that closes the outermost one, or to the end of the line. A
 * quote opens only where a token may start: in `it's` there is none. */
static void scan_flow(struct line_scanner *scanner)
{
	bool token_may_start = true;

	while (scanner->at < scanner->end) {
		char c = scanner->text.bytes[scanner->at];

		if (scanner->quote) {
			line_skip_quoted(scanner);
			token_may_start = false;
			continue;
		}
		scanner->at++;
		switch (c) {
		case '[':
		case '{':
			scanner->depth++;
			token_may_start = true;
			break;
		case ']':
		case '}':
			if (--scanner->depth == 0)
				return;
			token_may_start = false;
			break;
		case ',':
		case ':':
			token_may_start = true;
			break;
		case '"':
		case '\'':
			if (token_may_start)
				scanner->quote = c;
			break;
		case '#':
			if (scanner->at < 2 ||
				line_ends_token(scanner->text.bytes[scanner->at - 2]) ||
				token_may_start) {
				scanner->comment = scanner->at - 1;
				scanner->at = scanner->end;
				return;
			}
			break;
		case ' ':
		case '\t':
			break;
		case '!':
		case '&':
			if (token_may_start) {
				scanner->at--;
				line_skip_property(scanner);
			}
			break;
		default:
			token_may_start = false;
			break;
		}
	}
}

/* Tags and anchors in front of a value; true if there are any. */
static bool skip_properties(struct line_scanner *scanner)
{
	bool any = false;

	while (line_begins_property(line_peek(scanner, scanner->at))) {
		line_skip_property(scanner);
		line_skip_blanks(scanner);
		any = true;
	}
	return any;
}

static bool separates_parts(const struct line_scanner *scanner, char c)
{
	return scanner->depth > 0 && c && strchr(",[]{}", c);
}

bool line_is_colon(const struct line_scanner *scanner, uint32_t at)
{
	char next = line_peek(scanner, at + 1);

	return line_peek(scanner, at) == ':' &&
	       (line_ends_token(next) || separates_parts(scanner, next));
}

bool line_skip_plain(struct line_scanner *scanner, bool may_be_key)
{
	const char *bytes = scanner->text.bytes;

	for (; scanner->at < scanner->end; scanner->at++) {
		char c = bytes[scanner->at];

		if (may_be_key && line_is_colon(scanner, scanner->at))
			return true;
		if (separates_parts(scanner, c) ||
			(c == '#' && scanner->at > 0 && line_is_blank(bytes[scanner->at - 1])))
			break;
	}
	return false;
}

/* A value that begins here, in an entry of column `column`; false if there is none. */
static bool scan_value(struct line_scanner *scanner, int32_t column)
{
	char c = line_peek(scanner, scanner->at);

	if (line_is_over(scanner))
		return false;
	if (c == '|' || c == '>') {
		scanner->block_scalar = column;
	} else if (c == '"' || c == '\'') {
		scanner->quote = c;
		scanner->column = column;
		scanner->at++;
		line_skip_quoted(scanner);
	} else if (c == '[' || c == '{') {
		scanner->column = column;
		scan_flow(scanner);
	} else if (c != '*') {
		scanner->plain_scalar = column;
	}
	return true;
}

/* What stands behind the `:` of a key in column `column`; true if nothing does. */
static bool scan_after_key(struct line_scanner *scanner, int32_t column)
{
	scanner->at++;
	line_skip_blanks(scanner);

	bool has_properties = skip_properties(scanner);

	bool has_value = scan_value(scanner, column);

	scanner->key_column = has_value ? NO_COLUMN : column;
	return !has_value && !has_properties;
}

void line_scan_open(struct line_scanner *scanner)
{
	if (scanner->depth)
		scan_flow(scanner);
	else
		line_skip_quoted(scanner);
}

/* Whether what ended in front of `scanner->at`, in this line, is a collection and a key. */
static bool is_behind_flow_key(const struct line_scanner *scanner)
{
	uint32_t at = scanner->at;
	char last = at > 0 ? scanner->text.bytes[at - 1] : '\n';

	if (scanner->depth || (last != ']' && last != '}'))
		return false;
	while (line_is_blank(line_peek(scanner, at)))
		at++;
	return line_is_colon(scanner, at);
}

void line_scan_entry(struct line_scanner *scanner, struct outline_entry *entry)
{
	struct outline_line *line = &entry->line;
	int32_t column = (int32_t)line->column;
	int32_t parent = column;
	uint32_t line_start = scanner->at - line->column;

	scanner->plain_scalar = NO_COLUMN;
	scanner->key_column = NO_COLUMN;
	while (line_is_dash(scanner, scanner->at)) {
		line->kind = OUTLINE_ITEM;
		parent = (int32_t)(scanner->at - line_start);
		scanner->at++;
		line_skip_blanks(scanner);
		column = (int32_t)(scanner->at - line_start);
	}
	if (line_peek(scanner, scanner->at) == '?' &&
		line_ends_token(line_peek(scanner, scanner->at + 1))) {
		scanner->at++;
		line_skip_blanks(scanner);
		parent = column;
	}

	bool has_properties = skip_properties(scanner);
	char c = line_peek(scanner, scanner->at);
	bool is_key;

	if (c == '"' || c == '\'') {
		scanner->quote = c;
		scanner->column = parent;
		scanner->at++;
		line_skip_quoted(scanner);
		if (scanner->quote)
			return;
		line_skip_blanks(scanner);
		is_key = line_is_colon(scanner, scanner->at);
	} else if (c == '[' || c == '{' || c == '|' || c == '>' || line_is_over(scanner)) {
		scan_value(scanner, parent);
		entry->has_flow_key = line->kind != OUTLINE_ITEM && is_behind_flow_key(scanner);
		return;
	} else {
		is_key = line_skip_plain(scanner, true);
		if (!is_key)
			scanner->plain_scalar = parent;
	}
	if (!is_key)
		return;

	bool opens = scan_after_key(scanner, column);

	entry->key_column = column;
	entry->awaits_value = scanner->key_column != NO_COLUMN;
	if (line->kind != OUTLINE_ITEM) {
		line->kind = OUTLINE_KEY;
		line->opens = opens && !has_properties && c != '*';
	}
}

bool line_looks_like_entry(const struct line_scanner *scanner, uint32_t at)
{
	char first = line_peek(scanner, at);

	if (line_is_dash(scanner, at))
		return true;
	if (first == '"' || first == '\'') {
		at++;
		while (at < scanner->end && scanner->text.bytes[at] != first)
			at++;
		return line_peek(scanner, at) == first && line_peek(scanner, at + 1) == ':' &&
		       line_ends_token(line_peek(scanner, at + 2));
	}
	for (; at < scanner->end && !strchr(" \t,[]{}\"'#", scanner->text.bytes[at]); at++)
		if (scanner->text.bytes[at] == ':' && line_ends_token(line_peek(scanner, at + 1)))
			return true;
	return false;
}

bool line_begins_block_scalar(const struct line_scanner *scanner, uint32_t at)
{
	return line_peek(scanner, at) == '|' || line_peek(scanner, at) == '>';
}
