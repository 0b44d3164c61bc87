#include "analyzer/syntax/lines/outline.h"

#include "analyzer/syntax/lines/line_end.h"
#include "analyzer/syntax/lines/line_scanner.h"
#include "base/memory.h"

#include <string.h>

struct scanner {
	struct line_scanner line;
	struct outline_entries entries;
	bool breaks;      /* the current line ended an open quote or bracket */
	bool has_version; /* a directive tells the version of YAML */
};

bool outline_line_is_block_scalar(struct string text, uint32_t offset)
{
	struct line_scanner scanner = {.text = text, .end = line_end(text, offset)};

	while (line_is_blank(line_peek(&scanner, offset)))
		offset++;
	return line_begins_block_scalar(&scanner, offset);
}

bool outline_line_breaks(struct string text, uint32_t offset)
{
	struct line_scanner scanner = {.text = text, .end = line_end(text, offset)};

	while (line_is_blank(line_peek(&scanner, offset)))
		offset++;
	return line_looks_like_entry(&scanner, offset);
}

static bool is_marker(const struct scanner *scanner, uint32_t start, const char *marker)
{
	return scanner->line.end - start >= 3 &&
	       memcmp(scanner->line.text.bytes + start, marker, 3) == 0 &&
	       line_ends_token(line_peek(&scanner->line, start + 3));
}

/* `%YAML 1.1` or `%YAML 1.2`, which change nothing. */
static bool is_version(const struct scanner *scanner, uint32_t start)
{
	struct string line = string_slice(scanner->line.text, start, scanner->line.end);

	return string_is(line, "%YAML 1.2") || string_is(line, "%YAML 1.1");
}

bool outline_has_content(struct string text, uint32_t offset)
{
	while (offset < text.length) {
		uint32_t end = line_end(text, offset);

		while (offset < end && line_is_blank(text.bytes[offset]))
			offset++;
		if (offset < end && text.bytes[offset] != '#' &&
			!(end - offset == 3 && memcmp(text.bytes + offset, "...", 3) == 0))
			return true;
		offset = line_next(text, end);
	}
	return false;
}

/* Text that stands alone in a line that has been scanned. */
static struct outline_text text_of(const struct scanner *scanner, const struct outline_line *line)
{
	const char *bytes = scanner->line.text.bytes;
	uint32_t start = line->start + line->column;
	bool is_scanned = scanner->line.at > start && scanner->line.at < scanner->line.end;
	uint32_t end = is_scanned ? scanner->line.at : scanner->line.end;
	bool is_property = bytes[start] == '&' || bytes[start] == '!';

	uint32_t behind = end;
	bool is_last;

	while (behind < scanner->line.end && line_is_blank(bytes[behind]))
		behind++;
	is_last = !scanner->line.quote && (behind == scanner->line.end || bytes[behind] == '#');
	while (end > start && line_is_blank(bytes[end - 1]))
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
	const char *first = scanner->line.text.bytes + start + column;

	scanner->line.at = start + column;
	line_scan_entry(&scanner->line, &entry);
	entry.line.merges = entry.line.kind == OUTLINE_KEY && first[0] == '<' && first[1] == '<';
	return entry;
}

static void add_line(
	struct outline *outline, struct scanner *scanner, uint32_t start, uint32_t column)
{
	struct outline_entry entry = entry_at(scanner, start, column);

	outline->has_merges = outline->has_merges || entry.line.merges;
	outline->is_irregular = outline->is_irregular || entry.has_flow_key;
	if (entry.line.kind != OUTLINE_OTHER)
		outline_add_entry(&scanner->entries, &entry);
	else if (outline_add_text(&scanner->entries, text_of(scanner, &entry.line)))
		scanner->line.block_scalar = NO_COLUMN;
}

/* Tabs do not indent (YAML 1.2, section "Indentation Spaces"). Lines below that have them, too, are
 * the same mistake. */
static void add_tabbed(struct scanner *scanner, uint32_t start, uint32_t at)
{
	scanner->line.plain_scalar = NO_COLUMN;
	scanner->line.key_column = NO_COLUMN;
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
	probe.line.quote = 0;
	probe.line.depth = 0;

	struct outline_entry entry = entry_at(&probe, start, column);

	return entry.line.kind != OUTLINE_OTHER && outline_ends_text(&scanner->entries, &entry);
}

/* Goes on with an open quote or bracket; false if it ends at the line, unclosed. */
static bool continue_open(struct scanner *scanner, uint32_t start, uint32_t at)
{
	int32_t column = (int32_t)(at - start);

	if (at == scanner->line.end)
		return true;
	if ((column > scanner->line.column || !line_looks_like_entry(&scanner->line, at)) &&
		!ends_text(scanner, start, at - start)) {
		outline_extend_text(&scanner->entries);
		scanner->line.at = at;
		line_scan_open(&scanner->line);
		return true;
	}
	scanner->line.quote = 0;
	scanner->line.depth = 0;
	scanner->breaks = true;
	return false;
}

/* One line of the text; false where the first document ends. */
static bool scan_line(struct outline *outline, struct scanner *scanner, uint32_t start)
{
	uint32_t at = start;
	bool is_first = outline->count + scanner->entries.text_count == 0;

	while (line_is_blank(line_peek(&scanner->line, at)))
		at++;

	int32_t column = (int32_t)(at - start);
	bool is_empty = at == scanner->line.end;

	scanner->breaks = false;
	if ((scanner->line.quote || scanner->line.depth) && continue_open(scanner, start, at))
		return true;
	if (scanner->line.block_scalar != NO_COLUMN) {
		if (is_empty || column > scanner->line.block_scalar)
			return true;
		scanner->line.block_scalar = NO_COLUMN;
	}
	if (is_empty || line_peek(&scanner->line, at) == '#')
		return true;
	if (column == 0 && scanner->line.text.bytes[start] == '%' && is_first) {
		if (outline->body_start || scanner->has_version || !is_version(scanner, start))
			outline->is_irregular = true;
		scanner->has_version = true;
		return true;
	}
	if (column == 0 && is_marker(scanner, start, "---") && is_first &&
		outline->body_start == 0) {
		scanner->line.at = start + 3;
		line_skip_blanks(&scanner->line);
		if (!line_is_over(&scanner->line))
			outline->is_irregular = true;
		outline->body_start = line_next(scanner->line.text, scanner->line.end);
		return true;
	}
	if (column == 0 && (is_marker(scanner, start, "---") || is_marker(scanner, start, "...")))
		return false;
	if (scanner->line.plain_scalar != NO_COLUMN && column > scanner->line.plain_scalar &&
		!ends_text(scanner, start, at - start)) {
		outline_extend_text(&scanner->entries);
		return true;
	}
	if (scanner->line.key_column != NO_COLUMN && column >= scanner->line.key_column &&
		line_begins_block_scalar(&scanner->line, at)) { /* the value of the key above */
		scanner->line.block_scalar = scanner->line.key_column;
		return true;
	}
	if (strchr("?:", line_peek(&scanner->line, at)) &&
		line_ends_token(line_peek(&scanner->line, at + 1)))
		outline->is_irregular = true;
	/* A document in flow style, as JSON is: its lines may stand in any column. */
	if (is_first && strchr("{[", line_peek(&scanner->line, at)))
		outline->is_irregular = true;
	if (memchr(scanner->line.text.bytes + start, '\t', at - start))
		add_tabbed(scanner, start, at);
	else
		add_line(outline, scanner, start, (uint32_t)column);
	return true;
}

void outline_scan(
	struct outline *outline, struct string text, const struct outline_context *context)
{
	struct scanner scanner = {.line = {.text = text,
					  .block_scalar = NO_COLUMN,
					  .plain_scalar = NO_COLUMN,
					  .key_column = NO_COLUMN}};
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
		scanner.line.end = line_end(text, start);
		if (!scan_line(outline, &scanner, start))
			outline->body_end = start;
		start = line_next(text, scanner.line.end);
	}
	outline_entries_end(&scanner.entries, outline->body_end);
	if (scanner.has_version && outline->body_start == 0)
		outline->is_irregular = true;
	/* A byte order mark stands in the first line: sections are whole lines. */
	if (outline->count && outline->lines[0].start == mark)
		outline->lines[0].start = 0;
	outline->ends_open =
		outline->body_end == text.length && (scanner.line.quote || scanner.line.depth);
}

void outline_finish(struct outline *outline)
{
	memory_release(outline->lines);
	memory_release(outline->strays);
	*outline = (struct outline){0};
}
