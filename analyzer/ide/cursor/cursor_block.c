/* Lines of block collections, and the gaps where one may begin. */
#include "analyzer/ide/cursor/cursor_scanner.h"

#include <string.h>

void scanner_pop_to(struct scanner *scanner, int32_t column, bool dash)
{
	struct frame *frame = scanner_top(scanner);
	while (frame && (frame_is_flow(frame) || frame->indentation > column ||
				(frame->kind == FRAME_BLOCK_SEQUENCE &&
					frame->indentation == column && !dash))) {
		scanner_pop(scanner);
		frame = scanner_top(scanner);
	}
}

/* An empty line, or a word without colon, that begins at `column`. */
static void answer_block_gap(struct scanner *scanner, int32_t column, uint32_t start, uint32_t end)
{
	scanner_pop_to(scanner, column, true);
	struct frame *frame = scanner_top(scanner);
	if (frame && frame->kind == FRAME_BLOCK_SEQUENCE && frame->indentation == column) {
		const struct frame *below =
			scanner->depth > 1 ? &scanner->frames[scanner->depth - 2] : NULL;
		if (!below || below->indentation != column) {
			scanner_enter_item(scanner, start, start);
			scanner_answer(scanner, CURSOR_VALUE, start, end)->needs_dash = true;
			return;
		}
		scanner_pop(scanner);
		frame = scanner_top(scanner);
	}
	if (!frame) {
		scanner_push(scanner, FRAME_BLOCK_MAPPING, column);
		scanner_answer(scanner, CURSOR_KEY, start, end);
	} else if (frame->kind == FRAME_BLOCK_MAPPING && frame->indentation == column) {
		scanner_answer(scanner, CURSOR_KEY, start, end);
	} else if (frame->has_value) {
		scanner_answer(scanner, CURSOR_NOWHERE, start, end);
	} else {
		struct cursor *cursor = scanner_answer(scanner, CURSOR_VALUE, start, end);
		cursor->may_be_key = true;
		cursor->indentation = (uint32_t)column;
		scanner->expected_depth = scanner->depth + 1;
		scanner->expected_indentation = column;
	}
}

/* Behind the colon of a block key. */
static void read_value(struct scanner *scanner, uint32_t place, uint32_t end)
{
	uint32_t start = scanner_skip_spaces(scanner, place, end);
	char character = scanner_byte(scanner, start, end);
	while (character == '&' || character == '!') {
		if (scanner_has_cursor(scanner, place, start))
			scanner_answer(scanner, CURSOR_NOWHERE, start, start);
		while (start < end && !scanner_is_space(scanner->text.bytes[start]))
			start++;
		place = start;
		start = scanner_skip_spaces(scanner, start, end);
		character = scanner_byte(scanner, start, end);
	}
	if (character == '\0' || (character == '#' && start > place)) {
		if (scanner_has_cursor(scanner, place, start)) {
			uint32_t here = scanner->cursor - scanner->base;
			struct cursor *cursor = scanner_answer(scanner, CURSOR_VALUE, here, here);
			cursor->needs_space = here == place;
		}
	} else if (character == '|' || character == '>') {
		scanner_top(scanner)->has_value = true;
		scanner->in_block_scalar = true;
		scanner->block_scalar_indentation = scanner_top(scanner)->indentation;
	} else if (character == '{' || character == '[') {
		scanner_open_flow(scanner, character, start);
		scanner_read_flow(scanner, start + 1, end);
	} else {
		struct scalar scalar = scanner_read_scalar(scanner, start, end, false, false);
		if (scanner_has_cursor(scanner, scalar.start, scalar.end))
			scanner_answer_scalar(scanner, CURSOR_VALUE, &scalar);
		scanner_top(scanner)->has_value = true;
	}
}

/* What stands at `place`, which is `column` of a block line. */
static void read_block(struct scanner *scanner, uint32_t place, uint32_t end, int32_t column)
{
	char character = scanner_byte(scanner, place, end);
	char next = scanner_byte(scanner, place + 1, end);
	bool dash = character == '-' && (next == '\0' || scanner_is_space(next));
	if (!dash && (character == '{' || character == '[')) {
		scanner_pop_to(scanner, column, false);
		scanner_open_flow(scanner, character, place);
		scanner_read_flow(scanner, place + 1, end);
		return;
	}
	if (dash) {
		scanner_pop_to(scanner, column, true);
		struct frame *frame = scanner_top(scanner);
		if (!frame || frame->kind != FRAME_BLOCK_SEQUENCE || frame->indentation != column)
			scanner_push(scanner, FRAME_BLOCK_SEQUENCE, column);
		scanner_enter_item(scanner, place, place + 1);
		uint32_t content = scanner_skip_spaces(scanner, place + 1, end);
		char first = scanner_byte(scanner, content, end);
		if (first == '\0' || first == '#') {
			if (scanner_has_cursor(scanner, place + 1, content)) {
				uint32_t here = scanner->cursor - scanner->base;
				bool touching = here == place + 1;
				answer_block_gap(
					scanner, column + (int32_t)(here - place), here, here);
				scanner->answer.needs_space = touching;
			}
			return;
		}
		read_block(scanner, content, end, column + (int32_t)(content - place));
		return;
	}
	struct scalar scalar = scanner_read_scalar(scanner, place, end, false, true);
	bool here = scanner_has_cursor(scanner, scalar.start, scalar.end);
	if (!scalar.is_key) {
		if (here) {
			answer_block_gap(scanner, column, scalar.start, scalar.end);
			scanner->answer.quoted = scalar.quoted;
		}
		if (scanner_top(scanner)) {
			scanner_top(scanner)->has_value = true;
			scanner_note_item(scanner, scalar.text);
		}
		return;
	}
	scanner_pop_to(scanner, column, false);
	struct frame *frame = scanner_top(scanner);
	if (!frame || frame->kind != FRAME_BLOCK_MAPPING || frame->indentation != column) {
		scanner_push(scanner, FRAME_BLOCK_MAPPING, column);
		if (scanner->expected_depth == scanner->depth &&
			scanner->expected_indentation == column) {
			scanner->answer.place = CURSOR_KEY;
			scanner->answer.may_be_key = false;
			scanner->names_depth = scanner->depth;
			scanner->expected_depth = 0;
		}
	}
	if (here)
		scanner_answer_scalar(scanner, CURSOR_KEY, &scalar);
	scanner_enter_key(scanner, scalar.text, scalar.start, scalar.end);
	read_value(scanner, scalar.behind, end);
}

static void read_line(struct scanner *scanner, uint32_t start, uint32_t end)
{
	scanner->cursor_in_line = false;
	scanner->cursor_in_line = !scanner->found && scanner->cursor >= scanner->base + start &&
				  scanner->cursor <= scanner->base + end;
	uint32_t content = start;
	while (content < end && scanner->text.bytes[content] == ' ')
		content++;
	bool blank = scanner_skip_spaces(scanner, content, end) == end;
	int32_t column = (int32_t)(content - start);
	if (scanner->cursor_in_line && blank)
		column = (int32_t)(scanner->cursor - scanner->base - start);
	bool decides = !blank || scanner->cursor_in_line;
	if (scanner->in_block_scalar) {
		if (!decides)
			return;
		if (column > scanner->block_scalar_indentation) {
			if (scanner->cursor_in_line)
				scanner_answer(scanner, CURSOR_NOWHERE, content, end);
			return;
		}
		scanner->in_block_scalar = false;
	}
	if (scanner_in_flow(scanner) || scanner->quote != '\0') {
		char first = scanner_byte(scanner, content, end);
		struct frame *frame = scanner_top(scanner);
		int32_t around = !frame ? -1 : frame->indentation;
		if (first == '#')
			return;
		if (decides && column <= around && first != ']' && first != '}') {
			scanner->quote = '\0';
			while (scanner_in_flow(scanner))
				scanner_pop(scanner);
		} else if (scanner_in_flow(scanner)) {
			scanner_read_flow(scanner, content, end);
			return;
		} else {
			scanner_quoted_end(scanner, content, end);
			return;
		}
	}
	if (blank || scanner->text.bytes[content] == '#') {
		bool before = scanner->cursor <= scanner->base + content;
		if (scanner->cursor_in_line && (blank || before)) {
			uint32_t here = scanner->cursor - scanner->base;
			answer_block_gap(scanner, (int32_t)(here - start), here, here);
		}
		return;
	}
	struct string line = string_slice(scanner->text, start, end);
	if (string_starts_with(line, "---") || string_starts_with(line, "...") ||
		string_starts_with(line, "%")) {
		while (scanner->depth > 0)
			scanner_pop(scanner);
		return;
	}
	read_block(scanner, content, end, column);
}

void scanner_read_range(struct scanner *scanner, const struct syntax_tree *tree, struct range range)
{
	scanner->text = syntax_tree_text(tree, range, scanner->arena);
	scanner->base = range.start;
	uint32_t length = (uint32_t)scanner->text.length;
	for (uint32_t start = 0; start <= length;) {
		const char *newline = memchr(scanner->text.bytes + start, '\n', length - start);
		uint32_t end = newline ? (uint32_t)(newline - scanner->text.bytes) : length;
		uint32_t trimmed =
			end > start && scanner->text.bytes[end - 1] == '\r' ? end - 1 : end;
		if (newline || end > start || scanner->cursor == range.start + end)
			read_line(scanner, start, trimmed);
		if (scanner->found && scanner->names_depth == 0 && scanner->expected_depth == 0)
			return;
		start = end + 1;
	}
}
