#include "analyzer/ide/edits/formatting.h"

#include "analyzer/ide/text/markdown.h"

#include <stdbool.h>
#include <string.h>

/* A column that lines begin at, before and after. */
struct level {
	int32_t before, after;
};

struct line {
	struct range range; /* without its end */
	int32_t column;     /* of the first character that is no space; -1: a blank line */
	int32_t after;      /* the column to move it to */
	bool content;       /* structure of its own, not the inside of a scalar or comment */
};

struct formatter {
	struct arena *arena;
	struct string text;
	struct line *lines;
	size_t count, capacity;
	struct level *levels;
	size_t depth, levels_capacity;
	int32_t unit;

	/* What reaches over the end of a line. */
	char quote;
	int32_t brackets;
	bool block_scalar;
	int32_t scalar_column; /* of the line that began it */
	int32_t shift;         /* what lines that continue it are moved by */

	struct text_edit *edits;
	size_t edit_count, edits_capacity;
};

static char at(const struct formatter *formatter, uint32_t place, uint32_t end)
{
	return place < end ? formatter->text.bytes[place] : '\0';
}

static bool is_blank(char character)
{
	return character == ' ' || character == '\t' || character == '\r' || character == '\0';
}

static void push(struct formatter *formatter, int32_t before, int32_t after)
{
	formatter->levels = arena_reserve(formatter->arena, formatter->levels, formatter->depth,
		&formatter->levels_capacity, sizeof(*formatter->levels));
	formatter->levels[formatter->depth++] = (struct level){before, after};
}

/* The new column of structure that begins at `column`. */
static int32_t settle(struct formatter *formatter, int32_t column)
{
	while (formatter->depth > 0 && formatter->levels[formatter->depth - 1].before > column)
		formatter->depth--;
	if (formatter->depth == 0) {
		push(formatter, column, 0);
	} else if (formatter->levels[formatter->depth - 1].before < column) {
		push(formatter, column,
			formatter->levels[formatter->depth - 1].after + formatter->unit);
	}
	return formatter->levels[formatter->depth - 1].after;
}

static void edit(struct formatter *formatter, uint32_t start, uint32_t end, uint32_t spaces)
{
	bool same = end - start == spaces;
	for (uint32_t i = start; i < end && same; i++)
		same = formatter->text.bytes[i] == ' ';
	if (same)
		return;
	char *text = arena_allocate(formatter->arena, spaces + 1, 1);
	memset(text, ' ', spaces);
	formatter->edits = arena_reserve(formatter->arena, formatter->edits, formatter->edit_count,
		&formatter->edits_capacity, sizeof(*formatter->edits));
	formatter->edits[formatter->edit_count++] =
		(struct text_edit){{start, end}, {text, spaces}};
}

/* Reads a line from `place` for what reaches into the next one. */
static void read_rest(struct formatter *formatter, uint32_t place, uint32_t end, int32_t column)
{
	bool token = true; /* a scalar may begin here */
	while (place < end) {
		char character = formatter->text.bytes[place];
		if (formatter->quote != '\0') {
			if (character == '\\' && formatter->quote == '"')
				place++;
			else if (character == formatter->quote)
				formatter->quote = '\0';
			place++;
			token = false;
			continue;
		}
		char next = at(formatter, place + 1, end);
		if (character == '#' && (place == 0 || is_blank(formatter->text.bytes[place - 1]) ||
						formatter->text.bytes[place - 1] == '\n')) {
			return;
		} else if (token && (character == '"' || character == '\'')) {
			formatter->quote = character;
		} else if ((token || formatter->brackets > 0) &&
			   (character == '{' || character == '[')) {
			formatter->brackets++;
			token = true;
			place++;
			continue;
		} else if (formatter->brackets > 0 && (character == '}' || character == ']')) {
			formatter->brackets--;
		} else if (formatter->brackets > 0 && character == ',') {
			token = true;
			place++;
			continue;
		} else if ((character == ':' || character == '-') && is_blank(next)) {
			bool dash = character == '-';
			if (!dash || token) {
				token = true;
				place++;
				continue;
			}
		} else if (token && formatter->brackets == 0 &&
			   (character == '|' || character == '>')) {
			formatter->block_scalar = true;
			formatter->scalar_column = column;
			return;
		} else if (token && (character == '&' || character == '!')) {
			while (place < end && !is_blank(formatter->text.bytes[place]))
				place++;
			continue;
		}
		token = token && is_blank(character);
		place++;
	}
}

/* A line of structure: a key, a dash, or a value on a line of its own. */
static void read_structure(struct formatter *formatter, struct line *line)
{
	uint32_t place = line->range.start + (uint32_t)line->column;
	uint32_t end = line->range.end;
	int32_t column = line->column;
	line->content = true;
	line->after = settle(formatter, column);
	int32_t after = line->after;
	while (at(formatter, place, end) == '-' && is_blank(at(formatter, place + 1, end))) {
		uint32_t content = place + 1;
		while (content < end && is_blank(formatter->text.bytes[content]))
			content++;
		if (content == end || formatter->text.bytes[content] == '#')
			break;
		column += (int32_t)(content - place);
		after += 2;
		push(formatter, column, after);
		place = content;
	}
	formatter->shift = after - column;
	read_rest(formatter, place, end, column);
}

static void read_line(struct formatter *formatter, uint32_t start, uint32_t end)
{
	formatter->lines = arena_reserve(formatter->arena, formatter->lines, formatter->count,
		&formatter->capacity, sizeof(*formatter->lines));
	struct line *line = &formatter->lines[formatter->count++];
	uint32_t place = start;
	while (place < end && formatter->text.bytes[place] == ' ')
		place++;
	*line = (struct line){.range = {start, end}, .column = (int32_t)(place - start)};
	bool blank = true;
	for (uint32_t i = place; i < end && blank; i++)
		blank = is_blank(formatter->text.bytes[i]);
	if (blank && !formatter->block_scalar) {
		line->column = -1;
		return;
	}
	if (formatter->block_scalar) {
		if (blank || line->column > formatter->scalar_column) {
			line->after = line->column + formatter->shift;
			return;
		}
		formatter->block_scalar = false;
	}
	if (formatter->quote != '\0' || formatter->brackets > 0) {
		line->after = line->column + formatter->shift;
		read_rest(formatter, place, end, line->column);
		return;
	}
	if (formatter->text.bytes[place] == '#') {
		line->after = -1; /* as the next line of structure */
		return;
	}
	bool marker =
		line->column == 0 &&
		(strchr("%", formatter->text.bytes[place]) != NULL ||
			(end - place >= 3 &&
				(memcmp(formatter->text.bytes + place, "---", 3) == 0 ||
					memcmp(formatter->text.bytes + place, "...", 3) == 0)));
	if (marker) {
		formatter->depth = 0;
		line->after = 0;
		return;
	}
	read_structure(formatter, line);
}

/* Comments move with the structure below them. */
static void place_comments(struct formatter *formatter)
{
	const struct line *below = NULL;
	for (size_t i = formatter->count; i > 0; i--) {
		struct line *line = &formatter->lines[i - 1];
		if (line->content) {
			below = line;
		} else if (line->column >= 0 && line->after == -1) {
			int32_t shift = below ? below->after - below->column : 0;
			line->after = line->column + shift < 0 ? 0 : line->column + shift;
			if (line->column == 0)
				line->after = 0;
		}
	}
}

static struct string apply(struct formatter *formatter)
{
	struct markdown text = markdown_in(formatter->arena);
	uint32_t done = 0;
	for (size_t i = 0; i < formatter->edit_count; i++) {
		const struct text_edit *one = &formatter->edits[i];
		markdown_add_string(&text, string_slice(formatter->text, done, one->range.start));
		markdown_add_string(&text, one->text);
		done = one->range.end;
	}
	markdown_add_string(&text, string_slice(formatter->text, done, formatter->text.length));
	return markdown_text(&text);
}

static bool same_meaning(struct node a, struct node b)
{
	if (node_kind(a) != node_kind(b) || node_count(a) != node_count(b))
		return false;
	if (node_kind(a) == NODE_SCALAR) {
		return string_equal(node_text(a), node_text(b)) &&
		       node_scalar_type(a) == node_scalar_type(b);
	}
	for (uint32_t i = 0; i < node_count(a); i++) {
		bool same = node_kind(a) == NODE_MAPPING
				    ? same_meaning(node_entry(a, i).key, node_entry(b, i).key) &&
					      same_meaning(node_entry(a, i).value,
						      node_entry(b, i).value)
				    : same_meaning(node_item(a, i), node_item(b, i));
		if (!same)
			return false;
	}
	return true;
}

static bool keeps_meaning(struct formatter *formatter, const struct syntax_tree *tree)
{
	size_t before = 0, after = 0;
	syntax_tree_errors(tree, formatter->arena, &before);
	struct syntax_tree *formatted = syntax_tree_create(apply(formatter));
	syntax_tree_errors(formatted, formatter->arena, &after);
	bool same = before == 0 && after == 0 &&
		    same_meaning(syntax_tree_root(tree), syntax_tree_root(formatted));
	syntax_tree_release(formatted);
	return same;
}

static uint32_t skip_blanks(const struct formatter *formatter, uint32_t place, uint32_t end)
{
	while (place < end && is_blank(formatter->text.bytes[place]))
		place++;
	return place;
}

/* One space between what stands before `start` and what follows the blanks there.
 * Comments keep their distance, since they are often aligned. */
static uint32_t space_once(struct formatter *formatter, uint32_t start, uint32_t end)
{
	uint32_t content = skip_blanks(formatter, start, end);
	if (content < end && formatter->text.bytes[content] != '#')
		edit(formatter, start, content, 1);
	return content;
}

/* One space behind dashes and behind the key's colon, none at the end. */
static void space_line(struct formatter *formatter, uint32_t start, uint32_t line_end)
{
	uint32_t end = line_end;
	while (end > start && is_blank(formatter->text.bytes[end - 1]))
		end--;
	while (at(formatter, start, end) == '-' && start + 1 < end &&
		is_blank(at(formatter, start + 1, end)))
		start = space_once(formatter, start + 1, end);
	uint32_t colon = start;
	while (colon < end && strchr(":\"'{[ ", formatter->text.bytes[colon]) == NULL)
		colon++;
	if (at(formatter, colon, end) == ':' && colon + 1 < end &&
		is_blank(at(formatter, colon + 1, end)))
		space_once(formatter, colon + 1, end);
	edit(formatter, end, line_end, 0);
}

const struct text_edit *formatting_edits(const struct syntax_tree *tree, struct range range,
	uint32_t unit, struct arena *arena, size_t *count)
{
	struct formatter formatter = {.arena = arena, .unit = unit > 0 ? (int32_t)unit : 2};
	formatter.text = syntax_tree_text(tree, (struct range){0, syntax_tree_length(tree)}, arena);
	for (size_t start = 0; start < formatter.text.length;) {
		const char *newline =
			memchr(formatter.text.bytes + start, '\n', formatter.text.length - start);
		size_t end =
			newline ? (size_t)(newline - formatter.text.bytes) : formatter.text.length;
		bool carriage = end > start && formatter.text.bytes[end - 1] == '\r';
		read_line(&formatter, (uint32_t)start, (uint32_t)(end - carriage));
		start = end + 1;
	}
	place_comments(&formatter);
	for (size_t i = 0; i < formatter.count; i++) {
		const struct line *line = &formatter.lines[i];
		if (line->range.end < range.start || line->range.start > range.end)
			continue;
		if (line->column < 0) {
			edit(&formatter, line->range.start, line->range.end, 0);
			continue;
		}
		uint32_t start = line->range.start + (uint32_t)line->column;
		edit(&formatter, line->range.start, start,
			line->after < 0 ? 0 : (uint32_t)line->after);
		if (!line->content)
			continue;
		space_line(&formatter, start, line->range.end);
	}
	if (formatter.edit_count == 0 || !keeps_meaning(&formatter, tree)) {
		*count = 0;
		return NULL;
	}
	*count = formatter.edit_count;
	return formatter.edits;
}
