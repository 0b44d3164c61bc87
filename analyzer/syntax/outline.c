#include "analyzer/syntax/outline.h"

#include "analyzer/syntax/outline_entries.h"
#include "solver/memory.h"

#include <string.h>

enum {
	LINE_STRETCH = 256
};

struct scanner {
	struct string text;
	uint32_t at;
	uint32_t end;         /* of the current line, without its line break */
	int32_t column;       /* of the entry in which the open quote or bracket stands */
	unsigned depth;       /* of open brackets */
	char quote;           /* the open quote, or 0 */
	int32_t block_scalar; /* lines deeper than this belong to a block scalar */
	bool breaks;          /* the current line ended an open quote or bracket */
	bool has_version;     /* a directive tells the version of YAML */
	int32_t key_column;   /* of the key whose value is still to come, or NO_COLUMN */
	int32_t plain_scalar; /* lines deeper than this continue a plain scalar */
	struct outline_entries entries;
};

static char peek(const struct scanner *scanner, uint32_t at)
{
	return at < scanner->end ? scanner->text.bytes[at] : '\n';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool ends_token(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* A stretch at a time, so that a text with the line breaks of one kind only is not read to its
 * end in search of the other. */
static uint32_t find_line_end(struct string text, uint32_t offset)
{
	while (offset < text.length) {
		const char *start = text.bytes + offset, *feed, *carriage_return;
		size_t stretch =
			text.length - offset < LINE_STRETCH ? text.length - offset : LINE_STRETCH;

		feed = memchr(start, '\n', stretch);
		if (feed)
			stretch = (size_t)(feed - start);
		carriage_return = memchr(start, '\r', stretch);
		if (carriage_return)
			return offset + (uint32_t)(carriage_return - start);
		offset += (uint32_t)stretch;
		if (feed)
			return offset;
	}
	return offset;
}

static uint32_t skip_line_break(struct string text, uint32_t offset)
{
	if (offset < text.length && text.bytes[offset] == '\r')
		offset++;
	else if (offset < text.length)
		return offset + 1;
	if (offset < text.length && text.bytes[offset] == '\n')
		offset++;
	return offset;
}

uint32_t outline_next_line(struct string text, uint32_t offset)
{
	return skip_line_break(text, find_line_end(text, offset));
}

static void skip_blanks(struct scanner *scanner)
{
	while (is_blank(peek(scanner, scanner->at)))
		scanner->at++;
}

static bool at_comment_or_end(const struct scanner *scanner)
{
	return scanner->at >= scanner->end || scanner->text.bytes[scanner->at] == '#';
}

/* Goes on behind the closing quote, or to the end of the line if it is not there. */
static void scan_quoted(struct scanner *scanner)
{
	while (scanner->at < scanner->end) {
		char c = scanner->text.bytes[scanner->at++];

		if (c == '\\' && scanner->quote == '"') {
			scanner->at++;
		} else if (c == scanner->quote) {
			if (c == '\'' && peek(scanner, scanner->at) == '\'') {
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
static const char *ends_of_property(const struct scanner *scanner)
{
	if (peek(scanner, scanner->at) == '&')
		return scanner->depth ? ":?,]}" : ":?";
	return scanner->depth && peek(scanner, scanner->at + 1) != '<' ? ",]}" : "";
}

static void skip_property(struct scanner *scanner)
{
	const char *ends = ends_of_property(scanner);
	char c;

	do
		c = peek(scanner, ++scanner->at);
	while (!ends_token(c) && !(c && strchr(ends, c)));
}

/* Goes on behind the bracket that closes the outermost one, or to the end of the line. A
 * quote opens only where a token may start: in `it's` there is none. */
static void scan_flow(struct scanner *scanner)
{
	bool token_may_start = true;

	while (scanner->at < scanner->end) {
		char c = scanner->text.bytes[scanner->at];

		if (scanner->quote) {
			scan_quoted(scanner);
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
			if (scanner->at < 2 || ends_token(scanner->text.bytes[scanner->at - 2]) ||
				token_may_start) {
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
				skip_property(scanner);
			}
			break;
		default:
			token_may_start = false;
			break;
		}
	}
}

/* Tags and anchors in front of a value; true if there are any. */
static bool skip_properties(struct scanner *scanner)
{
	bool any = false;

	while (peek(scanner, scanner->at) == '&' || peek(scanner, scanner->at) == '!') {
		skip_property(scanner);
		skip_blanks(scanner);
		any = true;
	}
	return any;
}

/* Goes to the `:` behind a plain key and is true, or to the end of a plain scalar. */
static bool scan_plain(struct scanner *scanner)
{
	const char *bytes = scanner->text.bytes;

	for (; scanner->at < scanner->end; scanner->at++) {
		char c = bytes[scanner->at];

		if (c == ':' && ends_token(peek(scanner, scanner->at + 1)))
			return true;
		if (c == '#' && is_blank(bytes[scanner->at - 1]))
			break;
	}
	return false;
}

/* A value that begins here, in an entry of column `column`; false if there is none. */
static bool scan_value(struct scanner *scanner, int32_t column)
{
	char c = peek(scanner, scanner->at);

	if (at_comment_or_end(scanner))
		return false;
	if (c == '|' || c == '>') {
		scanner->block_scalar = column;
	} else if (c == '"' || c == '\'') {
		scanner->quote = c;
		scanner->column = column;
		scanner->at++;
		scan_quoted(scanner);
	} else if (c == '[' || c == '{') {
		scanner->column = column;
		scan_flow(scanner);
	} else if (c != '*') {
		scanner->plain_scalar = column;
	}
	return true;
}

/* What stands behind the `:` of a key in column `column`; true if nothing does. */
static bool scan_after_key(struct scanner *scanner, int32_t column)
{
	scanner->at++;
	skip_blanks(scanner);

	bool has_properties = skip_properties(scanner);

	bool has_value = scan_value(scanner, column);

	scanner->key_column = has_value ? NO_COLUMN : column;
	return !has_value && !has_properties;
}

/* What begins at scanner->at. */
static void scan_entry(struct scanner *scanner, struct outline_entry *entry)
{
	struct outline_line *line = &entry->line;
	int32_t column = (int32_t)line->column;
	int32_t parent = column;
	uint32_t line_start = scanner->at - line->column;

	scanner->plain_scalar = NO_COLUMN;
	scanner->key_column = NO_COLUMN;
	while (peek(scanner, scanner->at) == '-' && ends_token(peek(scanner, scanner->at + 1))) {
		line->kind = OUTLINE_ITEM;
		parent = (int32_t)(scanner->at - line_start);
		scanner->at++;
		skip_blanks(scanner);
		column = (int32_t)(scanner->at - line_start);
	}
	if (peek(scanner, scanner->at) == '?' && ends_token(peek(scanner, scanner->at + 1))) {
		scanner->at++;
		skip_blanks(scanner);
		parent = column;
	}

	bool has_properties = skip_properties(scanner);
	char c = peek(scanner, scanner->at);
	bool is_key;

	if (c == '"' || c == '\'') {
		scanner->quote = c;
		scanner->column = parent;
		scanner->at++;
		scan_quoted(scanner);
		if (scanner->quote)
			return;
		skip_blanks(scanner);
		is_key = peek(scanner, scanner->at) == ':' &&
			 ends_token(peek(scanner, scanner->at + 1));
	} else if (c == '[' || c == '{' || c == '|' || c == '>' || at_comment_or_end(scanner)) {
		scan_value(scanner, parent);
		return;
	} else {
		is_key = scan_plain(scanner);
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

/* `- `, `key:`, `"key":`: what nobody writes as the continuation of a quote or bracket. */
static bool looks_like_entry(const struct scanner *scanner, uint32_t at)
{
	char first = peek(scanner, at);

	if (first == '-' && ends_token(peek(scanner, at + 1)))
		return true;
	if (first == '"' || first == '\'') {
		at++;
		while (at < scanner->end && scanner->text.bytes[at] != first)
			at++;
		return peek(scanner, at) == first && peek(scanner, at + 1) == ':' &&
		       ends_token(peek(scanner, at + 2));
	}
	for (; at < scanner->end && !strchr(" \t,[]{}\"'#", scanner->text.bytes[at]); at++) {
		if (scanner->text.bytes[at] == ':' && ends_token(peek(scanner, at + 1)))
			return true;
	}
	return false;
}

static bool begins_block_scalar(const struct scanner *scanner, uint32_t at)
{
	return peek(scanner, at) == '|' || peek(scanner, at) == '>';
}

bool outline_line_is_block_scalar(struct string text, uint32_t offset)
{
	struct scanner scanner = {.text = text, .end = find_line_end(text, offset)};

	while (is_blank(peek(&scanner, offset)))
		offset++;
	return begins_block_scalar(&scanner, offset);
}

bool outline_line_breaks(struct string text, uint32_t offset)
{
	struct scanner scanner = {.text = text, .end = find_line_end(text, offset)};

	while (is_blank(peek(&scanner, offset)))
		offset++;
	return looks_like_entry(&scanner, offset);
}

static bool is_marker(const struct scanner *scanner, uint32_t start, const char *marker)
{
	return scanner->end - start >= 3 && memcmp(scanner->text.bytes + start, marker, 3) == 0 &&
	       ends_token(peek(scanner, start + 3));
}

/* `%YAML 1.1` or `%YAML 1.2`, which change nothing. */
static bool is_version(const struct scanner *scanner, uint32_t start)
{
	struct string line = string_slice(scanner->text, start, scanner->end);

	return string_is(line, "%YAML 1.2") || string_is(line, "%YAML 1.1");
}

bool outline_has_content(struct string text, uint32_t offset)
{
	while (offset < text.length) {
		uint32_t end = find_line_end(text, offset);

		while (offset < end && is_blank(text.bytes[offset]))
			offset++;
		if (offset < end && text.bytes[offset] != '#' &&
			!(end - offset == 3 && memcmp(text.bytes + offset, "...", 3) == 0))
			return true;
		offset = skip_line_break(text, end);
	}
	return false;
}

/* Text that stands alone in a line that has been scanned. */
static struct outline_text text_of(const struct scanner *scanner, const struct outline_line *line)
{
	const char *bytes = scanner->text.bytes;
	uint32_t start = line->start + line->column;
	bool is_scanned = scanner->at > start && scanner->at < scanner->end;
	uint32_t end = is_scanned ? scanner->at : scanner->end;
	bool is_property = bytes[start] == '&' || bytes[start] == '!';

	uint32_t behind = end;
	bool is_last;

	while (behind < scanner->end && is_blank(bytes[behind]))
		behind++;
	is_last = !scanner->quote && (behind == scanner->end || bytes[behind] == '#');
	while (end > start && is_blank(bytes[end - 1]))
		end--;
	return (struct outline_text){
		.line = *line,
		.text = {start, end},
		.may_be_key = !strchr("&!*[{|>", bytes[start]) && is_last,
		.is_value = is_property,
	};
}

/* The line as an entry. */
static struct outline_entry entry_at(struct scanner *scanner, uint32_t start, uint32_t column)
{
	struct outline_entry entry = {.line = {.start = start,
					      .column = column,
					      .kind = OUTLINE_OTHER,
					      .breaks = scanner->breaks},
		.key_column = NO_COLUMN};
	const char *first = scanner->text.bytes + start + column;

	scanner->at = start + column;
	scan_entry(scanner, &entry);
	entry.line.merges = entry.line.kind == OUTLINE_KEY && first[0] == '<' && first[1] == '<';
	return entry;
}

static void add_line(
	struct outline *outline, struct scanner *scanner, uint32_t start, uint32_t column)
{
	struct outline_entry entry = entry_at(scanner, start, column);

	outline->has_merges = outline->has_merges || entry.line.merges;
	if (entry.line.kind != OUTLINE_OTHER)
		outline_add_entry(&scanner->entries, &entry);
	else if (outline_add_text(&scanner->entries, text_of(scanner, &entry.line)))
		scanner->block_scalar = NO_COLUMN;
}

/* Tabs do not indent (YAML 1.2, section "Indentation Spaces"). Lines below that have them, too, are
 * the same mistake. */
static void add_tabbed(struct scanner *scanner, uint32_t start, uint32_t at)
{
	scanner->plain_scalar = NO_COLUMN;
	scanner->key_column = NO_COLUMN;
	if (!outline_is_tabbed(&scanner->entries))
		outline_add_text(
			&scanner->entries, (struct outline_text){.line = {.start = start,
									 .column = at - start,
									 .kind = OUTLINE_OTHER,
									 .breaks = scanner->breaks},
						   .text = {start, at},
						   .is_tabbed = true});
}

/* Whether the line, which seems to continue the text above it, is an entry instead. */
static bool ends_text(const struct scanner *scanner, uint32_t start, uint32_t column)
{
	struct scanner probe = *scanner;

	if (scanner->entries.text_count == 0)
		return false;
	probe.quote = 0;
	probe.depth = 0;

	struct outline_entry entry = entry_at(&probe, start, column);

	return entry.line.kind != OUTLINE_OTHER && outline_ends_text(&scanner->entries, &entry);
}

/* Goes on with an open quote or bracket; false if it ends at the line, unclosed. */
static bool continue_open(struct scanner *scanner, uint32_t start, uint32_t at)
{
	int32_t column = (int32_t)(at - start);

	if (at == scanner->end)
		return true;
	if ((column > scanner->column || !looks_like_entry(scanner, at)) &&
		!ends_text(scanner, start, at - start)) {
		outline_extend_text(&scanner->entries);
		scanner->at = at;
		if (scanner->depth)
			scan_flow(scanner);
		else
			scan_quoted(scanner);
		return true;
	}
	scanner->quote = 0;
	scanner->depth = 0;
	scanner->breaks = true;
	return false;
}

/* One line of the text; false where the first document ends. */
static bool scan_line(struct outline *outline, struct scanner *scanner, uint32_t start)
{
	uint32_t at = start;
	bool is_first = outline->count + scanner->entries.text_count == 0;

	while (is_blank(peek(scanner, at)))
		at++;

	int32_t column = (int32_t)(at - start);
	bool is_empty = at == scanner->end;

	scanner->breaks = false;
	if ((scanner->quote || scanner->depth) && continue_open(scanner, start, at))
		return true;
	if (scanner->block_scalar != NO_COLUMN) {
		if (is_empty || column > scanner->block_scalar)
			return true;
		scanner->block_scalar = NO_COLUMN;
	}
	if (is_empty || peek(scanner, at) == '#')
		return true;
	if (column == 0 && scanner->text.bytes[start] == '%' && is_first) {
		if (outline->body_start || scanner->has_version || !is_version(scanner, start))
			outline->is_irregular = true;
		scanner->has_version = true;
		return true;
	}
	if (column == 0 && is_marker(scanner, start, "---") && is_first &&
		outline->body_start == 0) {
		scanner->at = start + 3;
		skip_blanks(scanner);
		if (!at_comment_or_end(scanner))
			outline->is_irregular = true;
		outline->body_start = skip_line_break(scanner->text, scanner->end);
		return true;
	}
	if (column == 0 && (is_marker(scanner, start, "---") || is_marker(scanner, start, "...")))
		return false;
	if (scanner->plain_scalar != NO_COLUMN && column > scanner->plain_scalar &&
		!ends_text(scanner, start, at - start)) {
		outline_extend_text(&scanner->entries);
		return true;
	}
	if (scanner->key_column != NO_COLUMN && column >= scanner->key_column &&
		begins_block_scalar(scanner, at)) { /* the value of the key above */
		scanner->block_scalar = scanner->key_column;
		return true;
	}
	if (strchr("?:", peek(scanner, at)) && ends_token(peek(scanner, at + 1)))
		outline->is_irregular = true;
	/* A document in flow style, as JSON is: its lines may stand in any column. */
	if (is_first && strchr("{[", peek(scanner, at)))
		outline->is_irregular = true;
	if (memchr(scanner->text.bytes + start, '\t', at - start))
		add_tabbed(scanner, start, at);
	else
		add_line(outline, scanner, start, (uint32_t)column);
	return true;
}

void outline_scan(
	struct outline *outline, struct string text, const struct outline_context *context)
{
	struct scanner scanner = {.text = text,
		.block_scalar = NO_COLUMN,
		.plain_scalar = NO_COLUMN,
		.key_column = NO_COLUMN};
	uint32_t mark = string_starts_with(text, "\xef\xbb\xbf") ? 3 : 0;
	uint32_t start = mark;

	outline->count = 0;
	outline->stray_count = 0;
	outline->body_start = 0;
	outline->body_end = (uint32_t)text.length;
	outline->is_irregular = false;
	outline->ends_open = false;
	outline->has_merges = false;
	outline_entries_begin(&scanner.entries, outline, context);
	while (start < outline->body_end) {
		scanner.end = find_line_end(text, start);
		if (!scan_line(outline, &scanner, start))
			outline->body_end = start;
		start = skip_line_break(text, scanner.end);
	}
	outline_entries_end(&scanner.entries, outline->body_end);
	if (scanner.has_version && outline->body_start == 0)
		outline->is_irregular = true;
	/* A byte order mark stands in the first line: sections are whole lines. */
	if (outline->count && outline->lines[0].start == mark)
		outline->lines[0].start = 0;
	outline->ends_open = outline->body_end == text.length && (scanner.quote || scanner.depth);
}

void outline_finish(struct outline *outline)
{
	memory_release(outline->lines);
	memory_release(outline->strays);
	*outline = (struct outline){0};
}
