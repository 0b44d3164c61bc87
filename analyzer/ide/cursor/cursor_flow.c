/* Between brackets and braces, which may be unfinished. */
#include "analyzer/ide/cursor/cursor_scanner.h"

#include <string.h>

/* Behind a comma, an opening bracket or a colon, with nothing typed yet. */
static void answer_flow_gap(struct scanner *scanner)
{
	uint32_t place = scanner->cursor - scanner->base;
	struct frame *frame = scanner_top(scanner);
	if (frame->kind == FRAME_FLOW_MAPPING && !frame->has_step) {
		scanner_answer(scanner, CURSOR_KEY, place, place);
	} else if (!frame->has_value) {
		struct cursor *cursor = scanner_answer(scanner, CURSOR_VALUE, place, place);
		cursor->needs_space = place > 0 && scanner->line.text.bytes[place - 1] == ':';
	} else {
		scanner_answer(scanner, CURSOR_NOWHERE, place, place);
	}
}

static void close_flow(struct scanner *scanner, enum frame_kind kind)
{
	size_t depth = scanner->depth;
	while (depth > 0 && frame_is_flow(&scanner->frames[depth - 1])) {
		const struct frame *frame = &scanner->frames[depth - 1];
		if (frame->kind == kind && !frame->implicit) {
			while (scanner->depth >= depth)
				scanner_pop(scanner);
			return;
		}
		depth--;
	}
}

static void next_in_flow(struct scanner *scanner, uint32_t place)
{
	if (scanner_top(scanner)->implicit)
		scanner_pop(scanner);
	struct frame *frame = scanner_top(scanner);
	if (frame->kind == FRAME_FLOW_MAPPING) {
		frame->has_step = false;
		frame->has_value = false;
	} else {
		uint32_t start = scanner_skip_blanks(scanner, frame->item_start);

		if (start > place) /* the item began on a line before */
			start = place;
		scanner_note_item(scanner,
			arena_copy(scanner->arena, string_slice(scanner->line.text, start, place)));
		scanner_enter_item(scanner, 0, 0);
		frame->item_start = place + 1;
	}
}

void scanner_open_flow(struct scanner *scanner, char bracket, uint32_t place)
{
	int32_t indentation = -1;
	if (scanner->depth > 0)
		indentation = scanner_top(scanner)->indentation;
	scanner_push(
		scanner, bracket == '{' ? FRAME_FLOW_MAPPING : FRAME_FLOW_SEQUENCE, indentation);
	if (bracket == '[') {
		scanner_enter_item(scanner, 0, 0);
		scanner_top(scanner)->item_start = place + 1;
	}
}

/* `{: [a, b]}`: the key has been taken out, to be replaced by another one. */
static void read_empty_key(struct scanner *scanner, uint32_t place)
{
	if (scanner_has_cursor(scanner, place, place))
		scanner_answer(scanner, CURSOR_KEY, place, place)->has_colon = true;
	scanner_enter_key(scanner, STRING(""), place, place);
}

static uint32_t read_flow_scalar(struct scanner *scanner, uint32_t place)
{
	bool as_key = scanner_top(scanner)->kind == FRAME_FLOW_SEQUENCE ||
		      !scanner_top(scanner)->has_step;
	struct scalar scalar = scanner_read_scalar(scanner, place, as_key);
	if (scalar.end == place) {
		if (scalar.is_key && scanner_top(scanner)->kind == FRAME_FLOW_MAPPING)
			read_empty_key(scanner, place);
		return place + 1; /* a stray character */
	}
	bool here = scanner_has_cursor(scanner, scalar.start, scalar.end);
	if (scalar.is_key) {
		if (scanner_top(scanner)->kind == FRAME_FLOW_SEQUENCE) {
			scanner_push(scanner, FRAME_FLOW_MAPPING, scanner_top(scanner)->indentation)
				->implicit = true;
		}
		if (here)
			scanner_answer_scalar(scanner, CURSOR_KEY, &scalar);
		scanner_enter_key(scanner, scalar.text, scalar.start, scalar.end);
		return scalar.behind;
	}
	bool is_key =
		scanner_top(scanner)->kind == FRAME_FLOW_MAPPING && !scanner_top(scanner)->has_step;
	if (here)
		scanner_answer_scalar(scanner, is_key ? CURSOR_KEY : CURSOR_VALUE, &scalar);
	scanner_top(scanner)->has_value = true;
	if (is_key) {
		scanner_enter_key(scanner, scalar.text, scalar.start, scalar.end);
		scanner_top(scanner)->has_value = true;
	}
	return scalar.end;
}

uint32_t scanner_read_flow(struct scanner *scanner, uint32_t place)
{
	if (scanner->line.quote != '\0') {
		uint32_t start = place;
		place = scanner_quoted_end(scanner, place);
		if (scanner_has_cursor(scanner, start, place))
			scanner_answer(scanner, CURSOR_NOWHERE, start, place);
	}
	while (scanner_in_flow(scanner)) {
		uint32_t gap = place;
		place = scanner_skip_properties(scanner, place, &gap);
		char character = scanner_byte(scanner, place);
		bool word = strchr(",[]{}#\n", character) == NULL;
		if (scanner_has_cursor(scanner, gap, place) &&
			(!word || scanner->cursor < scanner->base + place))
			answer_flow_gap(scanner);
		if (character == '\n') {
			break;
		} else if (character == '#' && place > gap) {
			if (scanner_has_cursor(scanner, place, scanner->line.end))
				scanner_answer(scanner, CURSOR_NOWHERE, place, scanner->line.end);
			break;
		} else if (character == '{' || character == '[') {
			scanner_open_flow(scanner, character, place);
			place++;
		} else if (character == '}') {
			close_flow(scanner, FRAME_FLOW_MAPPING);
			place++;
		} else if (character == ']') {
			close_flow(scanner, FRAME_FLOW_SEQUENCE);
			place++;
		} else if (character == ',') {
			next_in_flow(scanner, place);
			place++;
		} else {
			place = read_flow_scalar(scanner, place);
		}
	}
	return place;
}
