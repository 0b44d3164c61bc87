#include "analyzer/ide/cursor.h"

#include <assert.h>
#include <string.h>

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

/* Reads YAML line by line as far as the cursor needs: which collections are open.
 * Never fails; what cannot be is skipped, and a line that is indented too little ends
 * any brackets and quotes that were left open above it. */
struct scanner {
	struct arena *arena;
	struct frame *frames;
	size_t depth, capacity;
	struct string text; /* being read; offset 0 is `base` in the document */
	uint32_t base, cursor;
	bool cursor_in_line;
	char quote; /* an open quoted scalar reaches into the next line */
	bool in_block_scalar;
	int32_t block_scalar_indentation;

	bool found;
	struct cursor answer;
	struct name *names;    /* of the mapping of the answer */
	size_t names_depth;    /* the depth at which its further keys stand; 0: it is closed */
	size_t expected_depth; /* a block mapping that begins right below the cursor, at … */
	int32_t expected_indentation;
};

static bool is_space(char character)
{
	return character == ' ' || character == '\t' || character == '\r';
}

static char byte_at(const struct scanner *scanner, uint32_t place, uint32_t end)
{
	return place < end ? scanner->text.bytes[place] : '\0';
}

static uint32_t skip_spaces(const struct scanner *scanner, uint32_t place, uint32_t end)
{
	while (place < end && is_space(scanner->text.bytes[place])) {
		place++;
	}
	return place;
}

static struct frame *top(struct scanner *scanner)
{
	return scanner->depth > 0 ? &scanner->frames[scanner->depth - 1] : NULL;
}

static bool is_flow(const struct frame *frame)
{
	return frame->kind == FRAME_FLOW_MAPPING || frame->kind == FRAME_FLOW_SEQUENCE;
}

static bool in_flow(struct scanner *scanner)
{
	struct frame *frame = top(scanner);
	return frame != NULL && is_flow(frame);
}

static void pop(struct scanner *scanner)
{
	assert(scanner->depth > 0);
	scanner->depth--;
	if (scanner->depth < scanner->names_depth) {
		scanner->names_depth = 0;
	}
	if (scanner->depth + 1 < scanner->expected_depth) {
		scanner->expected_depth = 0;
	}
}

static struct frame *push(struct scanner *scanner, enum frame_kind kind, int32_t indentation)
{
	if (scanner->depth > 0) {
		top(scanner)->has_value = true;
	}
	scanner->frames = arena_reserve(scanner->arena, scanner->frames, scanner->depth,
		&scanner->capacity, sizeof *scanner->frames);
	struct frame *frame = &scanner->frames[scanner->depth++];
	memset(frame, 0, sizeof *frame);
	frame->kind = kind;
	frame->indentation = indentation;
	frame->step.index = -1;
	return frame;
}

/* Notes that reading is at the value of `key` now. */
static void enter_key(struct scanner *scanner, struct string key, uint32_t start, uint32_t end)
{
	struct frame *frame = top(scanner);
	frame->has_step = true;
	frame->has_value = false;
	frame->step.key = key;
	frame->step.index = -1;
	frame->step.range = (struct range){scanner->base + start, scanner->base + end};
	bool is_word = scanner->cursor >= frame->step.range.start &&
		       scanner->cursor <= frame->step.range.end;
	if (is_word) {
		return;
	}
	struct name *name = arena_allocate(scanner->arena, 1, sizeof *name);
	name->text = key;
	if (scanner->names_depth > 0 && scanner->depth == scanner->names_depth) {
		name->next = scanner->names;
		scanner->names = name;
	} else {
		name->next = frame->names;
		frame->names = name;
	}
}

static void enter_item(struct scanner *scanner, uint32_t start, uint32_t end)
{
	struct frame *frame = top(scanner);
	frame->step.index = frame->has_step ? frame->step.index + 1 : 0;
	frame->has_step = true;
	frame->has_value = false;
	frame->step.range = (struct range){scanner->base + start, scanner->base + end};
}

/* Notes that the item that reading is at is written `text`. */
static void note_item(struct scanner *scanner, struct string text)
{
	struct frame *frame = top(scanner);
	if (frame == NULL || !frame->has_step || frame->step.index < 0) {
		return;
	}
	struct name *name = arena_allocate(scanner->arena, 1, sizeof *name);
	*name = (struct name){.text = text, .index = frame->step.index, .next = frame->names};
	frame->names = name;
}

/* The items before the cursor in the innermost list, by their position. */
static void answer_items(struct scanner *scanner, const struct frame *frame)
{
	size_t count = (size_t)frame->step.index;
	struct string *items = arena_allocate(scanner->arena, count + 1, sizeof *items);
	for (const struct name *name = frame->names; name != NULL; name = name->next) {
		if ((size_t)name->index < count) {
			items[name->index] = name->text;
		}
	}
	scanner->answer.items = items;
	scanner->answer.item_count = count;
}

static bool cursor_within(const struct scanner *scanner, uint32_t start, uint32_t end)
{
	return scanner->cursor_in_line && !scanner->found &&
	       scanner->cursor >= scanner->base + start && scanner->cursor <= scanner->base + end;
}

/* Answers: the cursor is in the text from `start` to `end`, and at `place`. */
static struct cursor *answer(
	struct scanner *scanner, enum cursor_place place, uint32_t start, uint32_t end)
{
	scanner->found = true;
	if (start > scanner->cursor - scanner->base) {
		start = scanner->cursor - scanner->base; /* in the indentation of the line */
	}
	struct cursor *cursor = &scanner->answer;
	cursor->place = place;
	cursor->replace = (struct range){scanner->base + start, scanner->base + end};
	cursor->word = arena_copy(scanner->arena,
		string_slice(scanner->text, start, scanner->cursor - scanner->base));
	cursor->in_flow = in_flow(scanner);
	size_t length = scanner->depth;
	if (place == CURSOR_KEY && length > 0) {
		length--;
	}
	struct cursor_step *path = arena_allocate(scanner->arena, length + 1, sizeof *path);
	cursor->path = path;
	for (size_t i = 0; i < length; i++) {
		const struct frame *frame = &scanner->frames[i];
		if (frame->has_step) {
			path[cursor->path_length++] = frame->step;
		}
		if (frame->has_step && frame->step.index >= 0) {
			answer_items(scanner, frame);
		}
	}
	cursor->indentation = 0;
	for (size_t i = scanner->depth; i > 0; i--) {
		if (!is_flow(&scanner->frames[i - 1])) {
			cursor->indentation = (uint32_t)scanner->frames[i - 1].indentation;
			break;
		}
	}
	if (place == CURSOR_KEY && scanner->depth > 0) {
		scanner->names = top(scanner)->names;
		scanner->names_depth = scanner->depth;
	}
	return cursor;
}

/* The end of the quoted scalar that is open before `place`: behind its closing quote. */
static uint32_t quoted_end(struct scanner *scanner, uint32_t place, uint32_t end)
{
	while (place < end) {
		char character = scanner->text.bytes[place];
		if (character == scanner->quote) {
			if (character == '\'' && byte_at(scanner, place + 1, end) == '\'') {
				place += 2;
				continue;
			}
			scanner->quote = '\0';
			return place + 1;
		}
		place += character == '\\' && scanner->quote == '"' ? 2 : 1;
	}
	return end;
}

static bool ends_plain(
	const struct scanner *scanner, uint32_t place, uint32_t end, bool flow, bool as_key)
{
	char character = scanner->text.bytes[place];
	char next = byte_at(scanner, place + 1, end);
	if (character == ':') {
		bool separated =
			next == '\0' || is_space(next) || (flow && strchr(",[]{}", next) != NULL);
		return separated && as_key;
	}
	if (character == '#') {
		return place > 0 && is_space(scanner->text.bytes[place - 1]);
	}
	return flow && strchr(",[]{}", character) != NULL;
}

/* The end of the plain scalar at `place`, trailing spaces left out. */
static uint32_t plain_end(
	const struct scanner *scanner, uint32_t place, uint32_t end, bool flow, bool as_key)
{
	uint32_t last = place;
	for (; place < end && !ends_plain(scanner, place, end, flow, as_key); place++) {
		if (!is_space(scanner->text.bytes[place])) {
			last = place + 1;
		}
	}
	return last;
}

struct scalar {
	uint32_t start, end; /* with quotes */
	uint32_t behind;     /* where reading goes on: behind the colon of a key */
	bool is_key, quoted;
	struct string text;
};

/* Reads the plain or quoted scalar at `place`, and a colon behind it. */
static struct scalar read_scalar(
	struct scanner *scanner, uint32_t place, uint32_t end, bool flow, bool as_key)
{
	struct scalar scalar = {.start = place};
	char first = scanner->text.bytes[place];
	if (first == '"' || first == '\'') {
		scalar.quoted = true;
		scanner->quote = first;
		scalar.end = quoted_end(scanner, place + 1, end);
		bool closed = scanner->quote == '\0';
		scalar.text = string_slice(
			scanner->text, place + 1, closed ? scalar.end - 1 : scalar.end);
	} else {
		scalar.end = plain_end(scanner, place, end, flow, as_key);
		scalar.text = string_slice(scanner->text, place, scalar.end);
	}
	scalar.text = arena_copy(scanner->arena, scalar.text);
	uint32_t colon = skip_spaces(scanner, scalar.end, end);
	char next = byte_at(scanner, colon + 1, end);
	scalar.is_key = as_key && scanner->quote == '\0' && byte_at(scanner, colon, end) == ':' &&
			(next == '\0' || is_space(next) ||
				(flow && strchr(",[]{}", next) != NULL) || (flow && scalar.quoted));
	scalar.behind = scalar.is_key ? colon + 1 : scalar.end;
	return scalar;
}

/* The cursor is in `scalar`. The quotes are part of what is replaced. */
static void answer_scalar(
	struct scanner *scanner, enum cursor_place place, const struct scalar *scalar)
{
	struct cursor *cursor = answer(scanner, place, scalar->start, scalar->end);
	cursor->has_colon = scalar->is_key;
	cursor->quoted = scalar->quoted;
	if (scalar->quoted && cursor->word.length > 0) {
		cursor->word = string_slice(cursor->word, 1, cursor->word.length);
	}
}

/* Behind a comma, an opening bracket or a colon, with nothing typed yet. */
static void answer_flow_gap(struct scanner *scanner)
{
	uint32_t place = scanner->cursor - scanner->base;
	struct frame *frame = top(scanner);
	if (frame->kind == FRAME_FLOW_MAPPING && !frame->has_step) {
		answer(scanner, CURSOR_KEY, place, place);
	} else if (!frame->has_value) {
		struct cursor *cursor = answer(scanner, CURSOR_VALUE, place, place);
		cursor->needs_space = place > 0 && scanner->text.bytes[place - 1] == ':';
	} else {
		answer(scanner, CURSOR_NOWHERE, place, place);
	}
}

static void close_flow(struct scanner *scanner, enum frame_kind kind)
{
	size_t depth = scanner->depth;
	while (depth > 0 && is_flow(&scanner->frames[depth - 1])) {
		const struct frame *frame = &scanner->frames[depth - 1];
		if (frame->kind == kind && !frame->implicit) {
			while (scanner->depth >= depth) {
				pop(scanner);
			}
			return;
		}
		depth--;
	}
}

static void next_in_flow(struct scanner *scanner, uint32_t place)
{
	if (top(scanner)->implicit) {
		pop(scanner);
	}
	struct frame *frame = top(scanner);
	if (frame->kind == FRAME_FLOW_MAPPING) {
		frame->has_step = false;
		frame->has_value = false;
	} else {
		uint32_t start = skip_spaces(scanner, frame->item_start, place);
		note_item(scanner,
			arena_copy(scanner->arena, string_slice(scanner->text, start, place)));
		enter_item(scanner, 0, 0);
		frame->item_start = place + 1;
	}
}

static void open_flow(struct scanner *scanner, char bracket, uint32_t place)
{
	int32_t indentation = -1;
	if (scanner->depth > 0) {
		indentation = top(scanner)->indentation;
	}
	push(scanner, bracket == '{' ? FRAME_FLOW_MAPPING : FRAME_FLOW_SEQUENCE, indentation);
	if (bracket == '[') {
		enter_item(scanner, 0, 0);
		top(scanner)->item_start = place + 1;
	}
}

static uint32_t read_flow_scalar(struct scanner *scanner, uint32_t place, uint32_t end)
{
	bool as_key = top(scanner)->kind == FRAME_FLOW_SEQUENCE || !top(scanner)->has_step;
	struct scalar scalar = read_scalar(scanner, place, end, true, as_key);
	if (scalar.end == place) {
		return place + 1; /* a stray character */
	}
	bool here = cursor_within(scanner, scalar.start, scalar.end);
	if (scalar.is_key) {
		if (top(scanner)->kind == FRAME_FLOW_SEQUENCE) {
			push(scanner, FRAME_FLOW_MAPPING, top(scanner)->indentation)->implicit =
				true;
		}
		if (here) {
			answer_scalar(scanner, CURSOR_KEY, &scalar);
		}
		enter_key(scanner, scalar.text, scalar.start, scalar.end);
		return scalar.behind;
	}
	bool is_key = top(scanner)->kind == FRAME_FLOW_MAPPING && !top(scanner)->has_step;
	if (here) {
		answer_scalar(scanner, is_key ? CURSOR_KEY : CURSOR_VALUE, &scalar);
	}
	top(scanner)->has_value = true;
	if (is_key) {
		enter_key(scanner, scalar.text, scalar.start, scalar.end);
		top(scanner)->has_value = true;
	}
	return scalar.end;
}

/* Inside brackets, from `place` to the end of the line or of the brackets. */
static uint32_t read_flow(struct scanner *scanner, uint32_t place, uint32_t end)
{
	if (scanner->quote != '\0') {
		uint32_t start = place;
		place = quoted_end(scanner, place, end);
		if (cursor_within(scanner, start, place)) {
			answer(scanner, CURSOR_NOWHERE, start, place);
		}
	}
	while (in_flow(scanner)) {
		uint32_t gap = place;
		place = skip_spaces(scanner, place, end);
		char character = byte_at(scanner, place, end);
		bool word = character != '\0' && strchr(",[]{}#", character) == NULL;
		if (cursor_within(scanner, gap, place) &&
			(!word || scanner->cursor < scanner->base + place)) {
			answer_flow_gap(scanner);
		}
		if (character == '\0') {
			break;
		} else if (character == '#' && place > gap) {
			if (cursor_within(scanner, place, end)) {
				answer(scanner, CURSOR_NOWHERE, place, end);
			}
			break;
		} else if (character == '{' || character == '[') {
			open_flow(scanner, character, place);
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
			place = read_flow_scalar(scanner, place, end);
		}
	}
	return place;
}

/* Ends what is indented more than `column`, as a line that begins there does. */
static void pop_to(struct scanner *scanner, int32_t column, bool dash)
{
	struct frame *frame = top(scanner);
	while (frame != NULL && (is_flow(frame) || frame->indentation > column ||
					(frame->kind == FRAME_BLOCK_SEQUENCE &&
						frame->indentation == column && !dash))) {
		pop(scanner);
		frame = top(scanner);
	}
}

/* An empty line, or a word without colon, that begins at `column`. */
static void answer_block_gap(struct scanner *scanner, int32_t column, uint32_t start, uint32_t end)
{
	pop_to(scanner, column, true);
	struct frame *frame = top(scanner);
	if (frame != NULL && frame->kind == FRAME_BLOCK_SEQUENCE && frame->indentation == column) {
		const struct frame *below =
			scanner->depth > 1 ? &scanner->frames[scanner->depth - 2] : NULL;
		if (below == NULL || below->indentation != column) {
			enter_item(scanner, start, start);
			answer(scanner, CURSOR_VALUE, start, end)->needs_dash = true;
			return;
		}
		pop(scanner);
		frame = top(scanner);
	}
	if (frame == NULL) {
		push(scanner, FRAME_BLOCK_MAPPING, column);
		answer(scanner, CURSOR_KEY, start, end);
	} else if (frame->kind == FRAME_BLOCK_MAPPING && frame->indentation == column) {
		answer(scanner, CURSOR_KEY, start, end);
	} else if (frame->has_value) {
		answer(scanner, CURSOR_NOWHERE, start, end);
	} else {
		struct cursor *cursor = answer(scanner, CURSOR_VALUE, start, end);
		cursor->may_be_key = true;
		cursor->indentation = (uint32_t)column;
		scanner->expected_depth = scanner->depth + 1;
		scanner->expected_indentation = column;
	}
}

/* Behind the colon of a block key. */
static void read_value(struct scanner *scanner, uint32_t place, uint32_t end)
{
	uint32_t start = skip_spaces(scanner, place, end);
	char character = byte_at(scanner, start, end);
	while (character == '&' || character == '!') {
		if (cursor_within(scanner, place, start)) {
			answer(scanner, CURSOR_NOWHERE, start, start);
		}
		while (start < end && !is_space(scanner->text.bytes[start])) {
			start++;
		}
		place = start;
		start = skip_spaces(scanner, start, end);
		character = byte_at(scanner, start, end);
	}
	if (character == '\0' || (character == '#' && start > place)) {
		if (cursor_within(scanner, place, start)) {
			uint32_t here = scanner->cursor - scanner->base;
			struct cursor *cursor = answer(scanner, CURSOR_VALUE, here, here);
			cursor->needs_space = here == place;
		}
	} else if (character == '|' || character == '>') {
		top(scanner)->has_value = true;
		scanner->in_block_scalar = true;
		scanner->block_scalar_indentation = top(scanner)->indentation;
	} else if (character == '{' || character == '[') {
		open_flow(scanner, character, start);
		read_flow(scanner, start + 1, end);
	} else {
		struct scalar scalar = read_scalar(scanner, start, end, false, false);
		if (cursor_within(scanner, scalar.start, scalar.end)) {
			answer_scalar(scanner, CURSOR_VALUE, &scalar);
		}
		top(scanner)->has_value = true;
	}
}

/* What stands at `place`, which is `column` of a block line. */
static void read_block(struct scanner *scanner, uint32_t place, uint32_t end, int32_t column)
{
	char character = byte_at(scanner, place, end);
	char next = byte_at(scanner, place + 1, end);
	bool dash = character == '-' && (next == '\0' || is_space(next));
	if (!dash && (character == '{' || character == '[')) {
		pop_to(scanner, column, false);
		open_flow(scanner, character, place);
		read_flow(scanner, place + 1, end);
		return;
	}
	if (dash) {
		pop_to(scanner, column, true);
		struct frame *frame = top(scanner);
		if (frame == NULL || frame->kind != FRAME_BLOCK_SEQUENCE ||
			frame->indentation != column) {
			push(scanner, FRAME_BLOCK_SEQUENCE, column);
		}
		enter_item(scanner, place, place + 1);
		uint32_t content = skip_spaces(scanner, place + 1, end);
		char first = byte_at(scanner, content, end);
		if (first == '\0' || first == '#') {
			if (cursor_within(scanner, place + 1, content)) {
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
	struct scalar scalar = read_scalar(scanner, place, end, false, true);
	bool here = cursor_within(scanner, scalar.start, scalar.end);
	if (!scalar.is_key) {
		if (here) {
			answer_block_gap(scanner, column, scalar.start, scalar.end);
			scanner->answer.quoted = scalar.quoted;
		}
		if (top(scanner) != NULL) {
			top(scanner)->has_value = true;
			note_item(scanner, scalar.text);
		}
		return;
	}
	pop_to(scanner, column, false);
	struct frame *frame = top(scanner);
	if (frame == NULL || frame->kind != FRAME_BLOCK_MAPPING || frame->indentation != column) {
		push(scanner, FRAME_BLOCK_MAPPING, column);
		if (scanner->expected_depth == scanner->depth &&
			scanner->expected_indentation == column) {
			scanner->answer.place = CURSOR_KEY;
			scanner->answer.may_be_key = false;
			scanner->names_depth = scanner->depth;
			scanner->expected_depth = 0;
		}
	}
	if (here) {
		answer_scalar(scanner, CURSOR_KEY, &scalar);
	}
	enter_key(scanner, scalar.text, scalar.start, scalar.end);
	read_value(scanner, scalar.behind, end);
}

static void read_line(struct scanner *scanner, uint32_t start, uint32_t end)
{
	scanner->cursor_in_line = false;
	scanner->cursor_in_line = !scanner->found && scanner->cursor >= scanner->base + start &&
				  scanner->cursor <= scanner->base + end;
	uint32_t content = start;
	while (content < end && scanner->text.bytes[content] == ' ') {
		content++;
	}
	bool blank = skip_spaces(scanner, content, end) == end;
	int32_t column = (int32_t)(content - start);
	if (scanner->cursor_in_line && blank) {
		column = (int32_t)(scanner->cursor - scanner->base - start);
	}
	bool decides = !blank || scanner->cursor_in_line;
	if (scanner->in_block_scalar) {
		if (!decides) {
			return;
		}
		if (column > scanner->block_scalar_indentation) {
			if (scanner->cursor_in_line) {
				answer(scanner, CURSOR_NOWHERE, content, end);
			}
			return;
		}
		scanner->in_block_scalar = false;
	}
	if (in_flow(scanner) || scanner->quote != '\0') {
		char first = byte_at(scanner, content, end);
		struct frame *frame = top(scanner);
		int32_t around = frame == NULL ? -1 : frame->indentation;
		if (first == '#') {
			return;
		}
		if (decides && column <= around && first != ']' && first != '}') {
			scanner->quote = '\0';
			while (in_flow(scanner)) {
				pop(scanner);
			}
		} else if (in_flow(scanner)) {
			read_flow(scanner, content, end);
			return;
		} else {
			quoted_end(scanner, content, end);
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
		while (scanner->depth > 0) {
			pop(scanner);
		}
		return;
	}
	read_block(scanner, content, end, column);
}

/* Reads the text of `range`; with the cursor found, only as far as names are wanted. */
static void read_range(struct scanner *scanner, const struct syntax_tree *tree, struct range range)
{
	scanner->text = syntax_tree_text(tree, range, scanner->arena);
	scanner->base = range.start;
	uint32_t length = (uint32_t)scanner->text.length;
	for (uint32_t start = 0; start <= length;) {
		const char *newline = memchr(scanner->text.bytes + start, '\n', length - start);
		uint32_t end = newline ? (uint32_t)(newline - scanner->text.bytes) : length;
		uint32_t trimmed =
			end > start && scanner->text.bytes[end - 1] == '\r' ? end - 1 : end;
		if (newline != NULL || end > start || scanner->cursor == range.start + end) {
			read_line(scanner, start, trimmed);
		}
		if (scanner->found && scanner->names_depth == 0 && scanner->expected_depth == 0) {
			return;
		}
		start = end + 1;
	}
}

struct first_line {
	int32_t column; /* -1: nothing but blank lines and comments */
	bool dash;
};

static struct first_line first_line_of(struct string text)
{
	size_t start = 0;
	while (start < text.length) {
		size_t place = start;
		while (place < text.length && text.bytes[place] == ' ') {
			place++;
		}
		char character = place < text.length ? text.bytes[place] : '\n';
		if (character != '\n' && character != '\r' && character != '#') {
			return (struct first_line){(int32_t)(place - start), character == '-'};
		}
		const char *newline = memchr(text.bytes + place, '\n', text.length - place);
		if (newline == NULL) {
			break;
		}
		start = (size_t)(newline - text.bytes) + 1;
	}
	return (struct first_line){-1, false};
}

/* Looks at the beginning of the section, and at all of it only if that says nothing. */
static struct first_line section_first_line(
	const struct syntax_tree *tree, uint32_t section, struct arena *arena)
{
	enum {
		BEGINNING = 120
	};
	struct range all = syntax_tree_section_range(tree, section);
	struct range range = all;
	if (range.end - range.start > BEGINNING) {
		range.end = range.start + BEGINNING;
	}
	struct first_line line = first_line_of(syntax_tree_text(tree, range, arena));
	if (line.column < 0 && range.end < all.end) {
		line = first_line_of(syntax_tree_text(tree, all, arena));
	}
	return line;
}

static uint32_t section_at(const struct syntax_tree *tree, uint32_t offset)
{
	uint32_t low = 0;
	uint32_t high = syntax_tree_section_count(tree);
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (syntax_tree_section_range(tree, middle).start <= offset) {
			low = middle;
		} else {
			high = middle;
		}
	}
	return low;
}

static bool names_hold(const struct name *names, struct string text)
{
	while (names != NULL && !string_equal(names->text, text)) {
		names = names->next;
	}
	return names != NULL;
}

/* Keys that the finished part of the text gives the mapping, wherever they stand. */
static void add_names_of_tree(struct scanner *scanner, const struct syntax_tree *tree)
{
	struct node node = syntax_tree_root(tree);
	for (size_t i = 0; i < scanner->answer.path_length; i++) {
		const struct cursor_step *step = &scanner->answer.path[i];
		node = step->index >= 0 ? node_item(node, (uint32_t)step->index)
					: node_find(node, step->key).value;
	}
	if (node_kind(node) != NODE_MAPPING) {
		return;
	}
	const struct name *scanned = scanner->names;
	uint32_t count = node_count(node);
	for (uint32_t i = 0; i < count; i++) {
		struct node key = node_entry(node, i).key;
		if (names_hold(scanned, node_text(key))) {
			continue;
		}
		struct range range = node_range(key);
		if (scanner->cursor >= range.start && scanner->cursor <= range.end) {
			continue;
		}
		struct name *name = arena_allocate(scanner->arena, 1, sizeof *name);
		name->text = node_text(key);
		name->next = scanner->names;
		scanner->names = name;
	}
}

/* From behind an entry of a mapping to behind the entry in front of the mapping's first: what is
 * between them is not further left. */
static uint32_t skip_siblings(const struct syntax_tree *tree, uint32_t behind)
{
	struct node entry = syntax_tree_node(tree, (struct node_reference){behind - 1, 0});
	struct node mapping = node_parent(entry);
	if (node_is_absent(mapping) || mapping.reference.section + 2 > behind) {
		return behind;
	}
	return mapping.reference.section + 2;
}

struct cursor cursor_at(const struct syntax_tree *tree, uint32_t offset, struct arena *arena)
{
	uint32_t length = syntax_tree_length(tree);
	struct scanner scanner = {.arena = arena, .cursor = offset < length ? offset : length};
	uint32_t section = section_at(tree, scanner.cursor);

	/* Sections that begin further left than all behind them are what the cursor is in;
	 * only those are read, so that the price does not grow with the document. */
	uint32_t *outer = NULL;
	size_t outer_count = 0, outer_capacity = 0;
	struct first_line inner = section_first_line(tree, section, arena);
	int32_t skipped_items = 0;
	bool skipped_keys = false;
	int32_t column = inner.column < 0 ? INT32_MAX : inner.column;
	for (uint32_t i = section; i > 0 && column > 0; i--) {
		struct first_line line = section_first_line(tree, i - 1, arena);
		if (line.column < 0) {
			continue;
		}
		bool sibling = line.column == column && line.dash;
		if (sibling && inner.dash && outer_count == 0) {
			skipped_items++;
		}
		if (line.column == column && !line.dash && !inner.dash && outer_count == 0) {
			skipped_keys = true;
		}
		if (line.column < column || (line.column == column && inner.dash && !line.dash)) {
			outer = arena_reserve(
				arena, outer, outer_count, &outer_capacity, sizeof *outer);
			outer[outer_count++] = i - 1;
			column = line.column;
			inner.dash = line.dash;
		} else if (line.column == column && !line.dash && !inner.dash) {
			i = skip_siblings(tree, i);
		}
	}
	while (outer_count > 0) {
		read_range(&scanner, tree, syntax_tree_section_range(tree, outer[--outer_count]));
	}
	if (skipped_items > 0) {
		struct first_line line = section_first_line(tree, section, arena);
		pop_to(&scanner, line.column, true);
		push(&scanner, FRAME_BLOCK_SEQUENCE, line.column);
		top(&scanner)->has_step = true;
		top(&scanner)->step.index = skipped_items - 1;
	}
	if (skipped_keys) {
		struct first_line line = section_first_line(tree, section, arena);
		pop_to(&scanner, line.column, false);
		push(&scanner, FRAME_BLOCK_MAPPING, line.column);
	}
	struct range range = syntax_tree_section_range(tree, section);
	if (section + 1 == syntax_tree_section_count(tree)) {
		range.end = length;
	}
	read_range(&scanner, tree, range);
	if (!scanner.found) {
		return (struct cursor){.replace = {scanner.cursor, scanner.cursor}};
	}
	bool in_mapping = scanner.answer.place == CURSOR_KEY || scanner.answer.may_be_key;
	if (in_mapping) {
		add_names_of_tree(&scanner, tree);
	}
	size_t count = 0;
	for (const struct name *name = scanner.names; name != NULL; name = name->next) {
		count++;
	}
	struct string *siblings = arena_allocate(arena, count + 1, sizeof *siblings);
	scanner.answer.sibling_count = count;
	for (const struct name *name = scanner.names; name != NULL; name = name->next) {
		siblings[--count] = name->text;
	}
	scanner.answer.siblings = siblings;
	return scanner.answer;
}
