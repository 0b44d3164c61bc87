#include "analyzer/ide/edits/formatting.h"

#include "analyzer/ide/text/markdown.h"
#include "analyzer/syntax/lines/line_end.h"
#include "analyzer/syntax/lines/line_scanner.h"
#include "analyzer/syntax/lines/line_shape.h"

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
	struct line_scanner line; /* the one being looked at */
	struct line *lines;
	size_t count, capacity;
	struct level *levels;
	size_t depth, levels_capacity;
	int32_t unit;

	/* What reaches over the end of a line, as the tree has it. */
	struct range *open; /* in the order of the text, each without those within it */
	size_t open_count, open_capacity, next_open;
	int32_t shift; /* what lines that continue it are moved by */

	struct text_edit *edits;
	size_t edit_count, edits_capacity;
};

static char at(const struct formatter *formatter, uint32_t place)
{
	return line_peek(&formatter->line, place);
}

static uint32_t skip_blanks(struct formatter *formatter, uint32_t place)
{
	formatter->line.at = place;
	line_skip_blanks(&formatter->line);
	return formatter->line.at;
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

/* Blanks in lines behind a block scalar may belong to it. */
static uint32_t end_of_scalar(const struct formatter *formatter, struct node scalar, uint32_t end)
{
	bool is_block = node_scalar_style(scalar) == SCALAR_LITERAL ||
			node_scalar_style(scalar) == SCALAR_FOLDED;
	struct line_scanner line = {.text = formatter->text, .at = end};
	while (is_block && line.at < line.text.length) {
		line.end = line_end(line.text, line.at);
		line_skip_blanks(&line);
		if (line.at < line.end)
			break;
		end = line.at = line_next(line.text, line.end);
	}
	return end;
}

/* Scalars and flow collections of several lines; what is merged or repeated stands elsewhere. */
static void find_open(struct formatter *formatter, struct node node)
{
	struct range range = node_range(node);
	if (node_kind(node) == NODE_SCALAR || node_is_flow(node) || node_alias(node).length > 0) {
		if (!memchr(formatter->text.bytes + range.start, '\n', range.end - range.start))
			return;
		if (node_kind(node) == NODE_SCALAR)
			range.end = end_of_scalar(formatter, node, range.end);
		formatter->open = arena_reserve(formatter->arena, formatter->open,
			formatter->open_count, &formatter->open_capacity, sizeof(range));
		formatter->open[formatter->open_count++] = range;
		return;
	}
	for (uint32_t i = 0; i < node_written_count(node); i++) {
		if (node_kind(node) == NODE_SEQUENCE) {
			find_open(formatter, node_item(node, i));
			continue;
		}
		find_open(formatter, node_entry(node, i).key);
		find_open(formatter, node_entry(node, i).value);
	}
}

/* Whether a line goes on with something that began in one above. */
static bool is_continued(struct formatter *formatter, uint32_t start)
{
	while (formatter->next_open < formatter->open_count &&
		formatter->open[formatter->next_open].end <= start)
		formatter->next_open++;
	return formatter->next_open < formatter->open_count &&
	       formatter->open[formatter->next_open].start < start;
}

/* A line of structure: a key, a dash, or a value on a line of its own. */
static void read_structure(struct formatter *formatter, struct line *line)
{
	uint32_t place = line->range.start + (uint32_t)line->column;
	int32_t column = line->column;
	line->content = true;
	line->after = settle(formatter, column);
	int32_t after = line->after;
	while (line_is_dash(&formatter->line, place)) {
		uint32_t content = skip_blanks(formatter, place + 1);
		if (line_is_over(&formatter->line))
			break;
		column += (int32_t)(content - place);
		after += 2;
		push(formatter, column, after);
		place = content;
	}
	formatter->shift = after - column;
}

static bool is_marker(struct string line)
{
	return string_starts_with(line, "%") || string_starts_with(line, "---") ||
	       string_starts_with(line, "...");
}

static void read_line(struct formatter *formatter, uint32_t start)
{
	uint32_t end = formatter->line.end;
	formatter->lines = arena_reserve(formatter->arena, formatter->lines, formatter->count,
		&formatter->capacity, sizeof(*formatter->lines));
	struct line *line = &formatter->lines[formatter->count++];
	uint32_t place = start;
	while (at(formatter, place) == ' ')
		place++;
	*line = (struct line){.range = {start, end}, .column = (int32_t)(place - start)};
	if (is_continued(formatter, start)) {
		line->after = line->column + formatter->shift;
	} else if (skip_blanks(formatter, place) == end) {
		line->column = -1;
	} else if (at(formatter, place) == '#') {
		line->after = -1; /* as the next line of structure */
	} else if (is_marker(string_slice(formatter->text, start, end))) {
		formatter->depth = 0;
		line->after = 0;
	} else {
		read_structure(formatter, line);
	}
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
	size_t errors = 0;
	struct syntax_tree *formatted = syntax_tree_create(apply(formatter));
	syntax_tree_errors(formatted, formatter->arena, &errors);
	bool same =
		errors == 0 && same_meaning(syntax_tree_root(tree), syntax_tree_root(formatted));
	syntax_tree_release(formatted);
	return same;
}

/* One space between what stands before `start` and what follows the blanks there.
 * Comments keep their distance, since they are often aligned. */
static uint32_t space_once(struct formatter *formatter, uint32_t start)
{
	uint32_t content = skip_blanks(formatter, start);
	if (!line_is_over(&formatter->line))
		edit(formatter, start, content, 1);
	return content;
}

/* One space behind dashes and behind the key's colon, none at the end. */
static void space_line(struct formatter *formatter, uint32_t start, uint32_t end_of_line)
{
	struct line_scanner *line = &formatter->line;
	line->end = end_of_line;
	while (line->end > start && line_is_blank(line->text.bytes[line->end - 1]))
		line->end--;
	while (line_is_dash(line, start) && start + 1 < line->end)
		start = space_once(formatter, start + 1);
	line->at = start;
	if (!strchr("\"'{[", at(formatter, start)) && line_skip_plain(line, true) &&
		line->at + 1 < line->end)
		space_once(formatter, line->at + 1);
	edit(formatter, line->end, end_of_line, 0);
}

const struct text_edit *formatting_edits(const struct syntax_tree *tree, struct range range,
	uint32_t unit, struct arena *arena, size_t *count, struct string *refusal)
{
	size_t errors = 0;
	const struct syntax_error *error = syntax_tree_errors(tree, arena, &errors);
	*count = 0;
	*refusal = STRING("");
	if (errors > 0) {
		struct position place =
			syntax_tree_position(tree, error->range.start, POSITION_UTF8);
		*refusal = arena_format(
			arena, "line %u: %.*s", place.line + 1, STRING_ARGUMENTS(error->message));
		return NULL;
	}
	struct formatter formatter = {.arena = arena, .unit = unit > 0 ? (int32_t)unit : 2};
	formatter.text = syntax_tree_text(tree, (struct range){0, syntax_tree_length(tree)}, arena);
	struct range whole = {0, (uint32_t)formatter.text.length};
	find_open(&formatter, syntax_tree_root(tree));
	formatter.line.text = formatter.text;
	for (uint32_t start = 0; start < whole.end; start = line_next(formatter.text, start)) {
		formatter.line.end = line_end(formatter.text, start);
		read_line(&formatter, start);
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
	if (formatter.edit_count > 0 && !keeps_meaning(&formatter, tree)) {
		*refusal = STRING("the text would not mean the same afterwards");
		return NULL;
	}
	*count = formatter.edit_count;
	return formatter.edits;
}

/* ---- dashes ---- */

static struct line_shape shape_of(
	const struct syntax_tree *tree, uint32_t line, struct arena *arena)
{
	return line_shape_of(syntax_tree_text(tree, syntax_tree_line(tree, line), arena));
}

/* Whether lists of the file begin below their keys, and not deeper. */
static bool lists_are_flush(const struct syntax_tree *tree, uint32_t before, struct arena *arena)
{
	for (uint32_t line = before; line > 0; line--) {
		struct line_shape shape = shape_of(tree, line, arena);
		struct line_shape above = shape_of(tree, line - 1, arena);
		if (line != before && shape.has_dash && above.awaits_value)
			return above.indentation == shape.indentation;
	}
	return false;
}

bool formatting_of_dash(const struct syntax_tree *tree, uint32_t offset, uint32_t unit,
	struct text_edit *edit, struct arena *arena)
{
	uint32_t line = syntax_tree_position(tree, offset, POSITION_UTF8).line;
	struct line_shape shape = shape_of(tree, line, arena);
	uint32_t written = (uint32_t)shape.indentation, wanted = written;
	bool is_found = false;
	bool is_alone = shape.has_dash && shape.end == written + 1 && !shape.has_comment;
	for (uint32_t above = line; is_alone && above > 0 && !is_found; above--) {
		struct line_shape other = shape_of(tree, above - 1, arena);
		uint32_t column = (uint32_t)other.indentation;
		if (line_shape_is_empty(&other))
			continue;
		/* the first that does not belong to a deeper item */
		if (other.has_dash && column <= written + 1) {
			wanted = column;
			is_found = true;
		} else if (other.awaits_value && column <= written) {
			wanted = lists_are_flush(tree, line, arena) ? column : column + unit;
			is_found = true;
		} else if (column == 0) {
			break;
		}
	}
	uint32_t start = syntax_tree_line(tree, line).start;
	*edit = (struct text_edit){
		{start, start + written}, arena_format(arena, "%*s", (int)wanted, "")};
	return is_found && wanted != written;
}
