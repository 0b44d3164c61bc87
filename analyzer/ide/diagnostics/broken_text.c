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
		bool breaks = errors[i].kind == SYNTAX_ERROR_YAML ||
			      errors[i].kind == SYNTAX_ERROR_UNKNOWN_ALIAS;
		if (!breaks || broken_text_has(&broken, errors[i].range.start))
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
	broken.texts = arena_allocate(arena, broken.count + 1, sizeof(*broken.texts));
	for (size_t i = 0; i < broken.count; i++) {
		struct range text = broken.blocks[i];
		if (text.end > syntax_tree_length(tree))
			text.end = syntax_tree_length(tree);
		broken.texts[i] = syntax_tree_text(tree, text, arena);
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

bool broken_text_overlaps(const struct broken_text *broken, struct range range)
{
	for (size_t i = 0; i < broken->count; i++)
		if (broken->blocks[i].start < range.end && range.start < broken->blocks[i].end)
			return true;
	return false;
}

static bool is_part_of_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_' || c == '.' || c == '-';
}

static bool holds_word(struct string text, struct string word)
{
	for (size_t i = 0; i + word.length <= text.length; i++) {
		size_t end = i + word.length;
		if ((i == 0 || !is_part_of_name(text.bytes[i - 1])) &&
			(end == text.length || !is_part_of_name(text.bytes[end])) &&
			string_equal(string_slice(text, i, end), word))
			return true;
	}
	return false;
}

bool broken_text_mentions(const struct broken_text *broken, struct string message)
{
	size_t start = 0;
	bool is_inside = false;
	for (size_t i = 0; i < message.length; i++) {
		if (message.bytes[i] != '"')
			continue;
		struct string name = string_slice(message, start, i);
		for (size_t k = 0; is_inside && name.length > 0 && k < broken->count; k++)
			if (holds_word(broken->texts[k], name))
				return true;
		is_inside = !is_inside;
		start = i + 1;
	}
	return false;
}
