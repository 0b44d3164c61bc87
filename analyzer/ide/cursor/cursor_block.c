/* Lines of block collections, and the gaps where one may begin. */
#include "analyzer/ide/cursor/cursor_scanner.h"
#include "analyzer/syntax/lines/line_end.h"

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

/* Its lines are those further to the right than what it is the value of. */
static void begin_block_scalar(struct scanner *scanner)
{
	struct frame *frame = scanner_top(scanner);
	scanner->in_block_scalar = true;
	scanner->block_scalar_indentation = frame ? frame->indentation : -1;
	if (frame)
		frame->has_value = true;
}

/* Behind the colon of a block key. */
static void read_value(struct scanner *scanner, uint32_t place)
{
	uint32_t start = scanner_skip_properties(scanner, place, &place);
	char character = scanner_byte(scanner, start);
	if (character == '\n' || (character == '#' && start > place)) {
		if (scanner_has_cursor(scanner, place, start)) {
			uint32_t here = scanner->cursor - scanner->base;
			struct cursor *cursor = scanner_answer(scanner, CURSOR_VALUE, here, here);
			cursor->needs_space = here == place;
		}
	} else if (line_begins_block_scalar(&scanner->line, start)) {
		begin_block_scalar(scanner);
	} else if (character == '{' || character == '[') {
		scanner_open_flow(scanner, character, start);
		scanner_read_flow(scanner, start + 1);
	} else {
		struct scalar scalar = scanner_read_scalar(scanner, start, false);
		if (scanner_has_cursor(scanner, scalar.start, scalar.end))
			scanner_answer_scalar(scanner, CURSOR_VALUE, &scalar);
		scanner_top(scanner)->has_value = true;
	}
}

static void read_block(struct scanner *scanner, uint32_t place, int32_t column);

static void read_item(struct scanner *scanner, uint32_t place, int32_t column)
{
	scanner_pop_to(scanner, column, true);
	struct frame *frame = scanner_top(scanner);
	if (!frame || frame->kind != FRAME_BLOCK_SEQUENCE || frame->indentation != column)
		scanner_push(scanner, FRAME_BLOCK_SEQUENCE, column);
	scanner_enter_item(scanner, place, place + 1);
	uint32_t content = scanner_skip_blanks(scanner, place + 1);
	char first = scanner_byte(scanner, content);
	if (first != '\n' && first != '#') {
		read_block(scanner, content, column + (int32_t)(content - place));
	} else if (scanner_has_cursor(scanner, place + 1, content)) {
		uint32_t here = scanner->cursor - scanner->base;
		bool touching = here == place + 1;
		answer_block_gap(scanner, column + (int32_t)(here - place), here, here);
		scanner->answer.needs_space = touching;
	}
}

static void enter_block_mapping(struct scanner *scanner, int32_t column)
{
	scanner_pop_to(scanner, column, false);
	struct frame *frame = scanner_top(scanner);
	if (frame && frame->kind == FRAME_BLOCK_MAPPING && frame->indentation == column)
		return;
	scanner_push(scanner, FRAME_BLOCK_MAPPING, column);
	if (scanner->expected_depth == scanner->depth && scanner->expected_indentation == column) {
		scanner->answer.place = CURSOR_KEY;
		scanner->answer.may_be_key = false;
		scanner->names_depth = scanner->depth;
		scanner->expected_depth = 0;
	}
}

/* What stands at `place`, which is `column` of a block line. */
static void read_block(struct scanner *scanner, uint32_t place, int32_t column)
{
	if (line_is_dash(&scanner->line, place)) {
		read_item(scanner, place, column);
		return;
	}
	uint32_t behind;
	place = scanner_skip_properties(scanner, place, &behind);
	char character = scanner_byte(scanner, place);
	if (character == '{' || character == '[') {
		scanner_pop_to(scanner, column, false);
		scanner_open_flow(scanner, character, place);
		scanner_read_flow(scanner, place + 1);
		return;
	}
	if (line_begins_block_scalar(&scanner->line, place)) {
		begin_block_scalar(scanner);
		return;
	}
	if (character == '\n')
		return;
	struct scalar scalar = scanner_read_scalar(scanner, place, true);
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
	enter_block_mapping(scanner, column);
	if (here)
		scanner_answer_scalar(scanner, CURSOR_KEY, &scalar);
	scanner_enter_key(scanner, scalar.text, scalar.start, scalar.end);
	read_value(scanner, scalar.behind);
}

/* A line that goes on with what is open above; false if it ends that. */
static bool continue_open(struct scanner *scanner, uint32_t content, int32_t column, bool decides)
{
	char first = scanner_byte(scanner, content);
	struct frame *frame = scanner_top(scanner);
	if (first == '#')
		return true;
	if (decides && column <= (frame ? frame->indentation : -1) && first != ']' &&
		first != '}') {
		scanner->line.quote = '\0';
		while (scanner_in_flow(scanner))
			scanner_pop(scanner);
		return false;
	}
	if (scanner_in_flow(scanner))
		scanner_read_flow(scanner, content);
	else
		scanner_quoted_end(scanner, content);
	return true;
}

/* The line from `start` to the end of the line. */
static void read_line(struct scanner *scanner, uint32_t start)
{
	uint32_t end = scanner->line.end;
	scanner->cursor_in_line = !scanner->found && scanner->cursor >= scanner->base + start &&
				  scanner->cursor <= scanner->base + end;
	uint32_t content = start;
	while (scanner_byte(scanner, content) == ' ')
		content++;
	bool blank = scanner_skip_blanks(scanner, content) == end;
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
	if ((scanner_in_flow(scanner) || scanner->line.quote != '\0') &&
		continue_open(scanner, content, column, decides))
		return;
	if (blank || scanner_byte(scanner, content) == '#') {
		bool before = scanner->cursor <= scanner->base + content;
		if (scanner->cursor_in_line && (blank || before)) {
			uint32_t here = scanner->cursor - scanner->base;
			answer_block_gap(scanner, (int32_t)(here - start), here, here);
		}
		return;
	}
	struct string line = string_slice(scanner->line.text, start, end);
	if (string_starts_with(line, "---") || string_starts_with(line, "...") ||
		string_starts_with(line, "%")) {
		while (scanner->depth > 0)
			scanner_pop(scanner);
		return;
	}
	/* A tab is no indentation: the line is astray, and neither key nor item. */
	if (scanner_byte(scanner, content) != '\t' || scanner->cursor_in_line)
		read_block(scanner, content, column);
}

void scanner_read_range(struct scanner *scanner, const struct syntax_tree *tree, struct range range)
{
	struct string text = syntax_tree_text(tree, range, scanner->arena);
	scanner->line.text = text;
	scanner->base = range.start;
	for (uint32_t start = 0; start <= text.length;) {
		uint32_t end = line_end(text, start);
		bool is_ended = end < text.length;
		scanner->line.end = end;
		/* Behind the last line break begins a line of what follows, if anything does. */
		if (is_ended || end > start || range.start + end == syntax_tree_length(tree))
			read_line(scanner, start);
		if (scanner->found && scanner->names_depth == 0 && scanner->expected_depth == 0)
			return;
		start = is_ended ? line_next(text, end) : end + 1;
	}
}
