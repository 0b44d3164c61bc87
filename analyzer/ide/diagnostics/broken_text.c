#include "analyzer/ide/diagnostics/broken_text.h"

enum {
	BLANK = -1,
	MOST_LINES = 1000, /* looked at on the way up: nobody writes longer entries of one level */
};

struct line {
	int indentation; /* the column of the first character; BLANK for lines without content */
	bool is_entry;   /* it begins with a key or a dash */
};

static struct line line_at(const struct syntax_tree *tree, uint32_t number, struct arena *arena)
{
	struct string text = syntax_tree_text(tree, syntax_tree_line(tree, number), arena);
	struct line line = {BLANK, false};
	size_t i = 0;
	while (i < text.length && (text.bytes[i] == ' ' || text.bytes[i] == '\t'))
		i++;
	if (i == text.length || text.bytes[i] == '#')
		return line;
	line.indentation = (int)i;
	line.is_entry = text.bytes[i] == '-';
	for (; i < text.length && !line.is_entry; i++)
		line.is_entry =
			text.bytes[i] == ':' && (i + 1 == text.length || text.bytes[i + 1] == ' ');
	return line;
}

static struct range block_around(
	const struct syntax_tree *tree, struct range error, struct arena *arena)
{
	uint32_t first = syntax_tree_position(tree, error.start, POSITION_UTF8).line;
	uint32_t last = syntax_tree_position(tree, error.end, POSITION_UTF8).line;
	uint32_t count = syntax_tree_line_count(tree);
	struct line begin = line_at(tree, first, arena);
	uint32_t above = first;
	for (int i = 0; i < MOST_LINES && above > 0 && !begin.is_entry; i++) {
		struct line line = line_at(tree, --above, arena);
		if (line.indentation != BLANK && line.is_entry &&
			(begin.indentation == BLANK || line.indentation < begin.indentation)) {
			begin = line;
			first = above;
		}
	}
	uint32_t end = last + 1;
	for (; end < count; end++) {
		struct line line = line_at(tree, end, arena);
		if (line.indentation != BLANK && line.indentation <= begin.indentation)
			break;
	}
	return (struct range){syntax_tree_line(tree, first).start,
		end < count ? syntax_tree_line(tree, end).start : syntax_tree_length(tree) + 1};
}

struct broken_text broken_text_find(const struct syntax_tree *tree,
	const struct syntax_error *errors, size_t count, struct arena *arena)
{
	struct broken_text broken = {0};
	size_t capacity = 0;
	for (size_t i = 0; i < count; i++) {
		if (errors[i].kind != SYNTAX_ERROR_YAML ||
			broken_text_has(&broken, errors[i].range.start))
			continue;
		struct range block = block_around(tree, errors[i].range, arena);
		while (broken.count > 0 && broken.blocks[broken.count - 1].start >= block.start)
			broken.count--;
		if (broken.count > 0 && broken.blocks[broken.count - 1].end > block.start)
			block.start = broken.blocks[broken.count - 1].end;
		broken.blocks = arena_reserve(
			arena, broken.blocks, broken.count, &capacity, sizeof(*broken.blocks));
		broken.blocks[broken.count++] = block;
	}
	return broken;
}

bool broken_text_has(const struct broken_text *broken, uint32_t offset)
{
	size_t low = 0, high = broken->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (broken->blocks[middle].end <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low < broken->count && broken->blocks[low].start <= offset;
}
