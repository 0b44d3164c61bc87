#include "analyzer/ide/cursor/cursor_scanner.h"

#include <assert.h>
#include <string.h>

char scanner_byte(const struct scanner *scanner, uint32_t place)
{
	return line_peek(&scanner->line, place);
}

uint32_t scanner_skip_blanks(struct scanner *scanner, uint32_t place)
{
	scanner->line.at = place;
	line_skip_blanks(&scanner->line);
	return scanner->line.at;
}

struct frame *scanner_top(struct scanner *scanner)
{
	return scanner->depth > 0 ? &scanner->frames[scanner->depth - 1] : NULL;
}

bool frame_is_flow(const struct frame *frame)
{
	return frame->kind == FRAME_FLOW_MAPPING || frame->kind == FRAME_FLOW_SEQUENCE;
}

bool scanner_in_flow(struct scanner *scanner)
{
	struct frame *frame = scanner_top(scanner);
	return frame && frame_is_flow(frame);
}

void scanner_pop(struct scanner *scanner)
{
	assert(scanner->depth > 0);
	scanner->depth--;
	scanner->line.depth = scanner_in_flow(scanner);
	if (scanner->depth < scanner->names_depth)
		scanner->names_depth = 0;
	if (scanner->depth + 1 < scanner->expected_depth)
		scanner->expected_depth = 0;
}

struct frame *scanner_push(struct scanner *scanner, enum frame_kind kind, int32_t indentation)
{
	if (scanner->depth > 0)
		scanner_top(scanner)->has_value = true;
	scanner->frames = arena_reserve(scanner->arena, scanner->frames, scanner->depth,
		&scanner->capacity, sizeof(*scanner->frames));
	struct frame *frame = &scanner->frames[scanner->depth++];
	memset(frame, 0, sizeof(*frame));
	frame->kind = kind;
	frame->indentation = indentation;
	frame->step.index = -1;
	scanner->line.depth = frame_is_flow(frame);
	return frame;
}

/* What begins further out than the gap of the cursor is not in it. */
static void end_expectation(struct scanner *scanner)
{
	if (scanner->depth < scanner->expected_depth)
		scanner->expected_depth = 0;
}

void scanner_enter_key(struct scanner *scanner, struct string key, uint32_t start, uint32_t end)
{
	struct frame *frame = scanner_top(scanner);
	end_expectation(scanner);
	frame->has_step = true;
	frame->has_value = false;
	frame->step.key = key;
	frame->step.index = -1;
	frame->step.range = (struct range){scanner->base + start, scanner->base + end};
	bool is_word = scanner->cursor >= frame->step.range.start &&
		       scanner->cursor <= frame->step.range.end;
	if (is_word)
		return;
	struct name *name = arena_allocate(scanner->arena, 1, sizeof(*name));
	name->text = key;
	if (scanner->names_depth > 0 && scanner->depth == scanner->names_depth) {
		name->next = scanner->names;
		scanner->names = name;
	} else {
		name->next = frame->names;
		frame->names = name;
	}
}

void scanner_enter_item(struct scanner *scanner, uint32_t start, uint32_t end)
{
	struct frame *frame = scanner_top(scanner);
	end_expectation(scanner);
	frame->step.index = frame->has_step ? frame->step.index + 1 : 0;
	frame->has_step = true;
	frame->has_value = false;
	frame->step.range = (struct range){scanner->base + start, scanner->base + end};
}

void scanner_note_item(struct scanner *scanner, struct string text)
{
	struct frame *frame = scanner_top(scanner);
	if (!frame || !frame->has_step || frame->step.index < 0)
		return;
	struct name *name = arena_allocate(scanner->arena, 1, sizeof(*name));
	*name = (struct name){.text = text, .index = frame->step.index, .next = frame->names};
	frame->names = name;
}

/* The items before the cursor in the innermost list, by their position. */
static void answer_items(struct scanner *scanner, const struct frame *frame)
{
	size_t count = (size_t)frame->step.index;
	struct string *items = arena_allocate(scanner->arena, count + 1, sizeof(*items));
	for (const struct name *name = frame->names; name != NULL; name = name->next)
		if ((size_t)name->index < count)
			items[name->index] = name->text;
	scanner->answer.items = items;
	scanner->answer.item_count = count;
}

bool scanner_has_cursor(const struct scanner *scanner, uint32_t start, uint32_t end)
{
	return scanner->cursor_in_line && !scanner->found &&
	       scanner->cursor >= scanner->base + start && scanner->cursor <= scanner->base + end;
}

struct cursor *scanner_answer(
	struct scanner *scanner, enum cursor_place place, uint32_t start, uint32_t end)
{
	scanner->found = true;
	if (start > scanner->cursor - scanner->base)
		start = scanner->cursor - scanner->base; /* in the indentation of the line */
	struct cursor *cursor = &scanner->answer;
	cursor->place = place;
	cursor->replace = (struct range){scanner->base + start, scanner->base + end};
	cursor->word = arena_copy(scanner->arena,
		string_slice(scanner->line.text, start, scanner->cursor - scanner->base));
	cursor->in_flow = scanner_in_flow(scanner);
	size_t length = scanner->depth;
	if (place == CURSOR_KEY && length > 0)
		length--;
	struct cursor_step *path = arena_allocate(scanner->arena, length + 1, sizeof(*path));
	cursor->path = path;
	for (size_t i = 0; i < length; i++) {
		const struct frame *frame = &scanner->frames[i];
		if (frame->has_step)
			path[cursor->path_length++] = frame->step;
		if (frame->has_step && frame->step.index >= 0)
			answer_items(scanner, frame);
	}
	cursor->indentation = 0;
	for (size_t i = scanner->depth; i > 0; i--) {
		if (!frame_is_flow(&scanner->frames[i - 1])) {
			cursor->indentation = (uint32_t)scanner->frames[i - 1].indentation;
			break;
		}
	}
	if (place == CURSOR_KEY && scanner->depth > 0) {
		scanner->names = scanner_top(scanner)->names;
		scanner->names_depth = scanner->depth;
	}
	return cursor;
}

uint32_t scanner_quoted_end(struct scanner *scanner, uint32_t place)
{
	scanner->line.at = place;
	line_skip_quoted(&scanner->line);
	return scanner->line.at;
}

uint32_t scanner_skip_properties(struct scanner *scanner, uint32_t place, uint32_t *start)
{
	*start = place;
	place = scanner_skip_blanks(scanner, place);
	while (line_begins_property(scanner_byte(scanner, place))) {
		uint32_t property = place;
		line_skip_property(&scanner->line);
		*start = scanner->line.at;
		place = scanner_skip_blanks(scanner, *start);
		if (scanner_has_cursor(scanner, property, *start))
			scanner_answer(scanner, CURSOR_NOWHERE, property, *start);
	}
	return place;
}

/* The end of the plain scalar at `place`, trailing blanks left out. */
static uint32_t plain_end(struct scanner *scanner, uint32_t place, bool as_key)
{
	scanner->line.at = place;
	line_skip_plain(&scanner->line, as_key);
	uint32_t end = scanner->line.at;
	while (end > place && line_is_blank(scanner->line.text.bytes[end - 1]))
		end--;
	return end;
}

struct scalar scanner_read_scalar(struct scanner *scanner, uint32_t place, bool as_key)
{
	struct scalar scalar = {.start = place};
	struct string text = scanner->line.text;
	char first = text.bytes[place];
	if (first == '"' || first == '\'') {
		scalar.quoted = true;
		scanner->line.quote = first;
		scalar.end = scanner_quoted_end(scanner, place + 1);
		bool closed = scanner->line.quote == '\0';
		scalar.text = string_slice(text, place + 1, closed ? scalar.end - 1 : scalar.end);
	} else {
		scalar.end = plain_end(scanner, place, as_key);
		scalar.text = string_slice(text, place, scalar.end);
	}
	scalar.text = arena_copy(scanner->arena, scalar.text);
	uint32_t colon = scanner_skip_blanks(scanner, scalar.end);
	bool is_json_key =
		scanner->line.depth > 0 && scalar.quoted && scanner_byte(scanner, colon) == ':';
	scalar.is_key = as_key && scanner->line.quote == '\0' &&
			(is_json_key || line_is_colon(&scanner->line, colon));
	scalar.behind = scalar.is_key ? colon + 1 : scalar.end;
	return scalar;
}

void scanner_answer_scalar(
	struct scanner *scanner, enum cursor_place place, const struct scalar *scalar)
{
	struct cursor *cursor = scanner_answer(scanner, place, scalar->start, scalar->end);
	cursor->has_colon = scalar->is_key;
	cursor->quoted = scalar->quoted;
	if (scalar->quoted && cursor->word.length > 0)
		cursor->word = string_slice(cursor->word, 1, cursor->word.length);
}
