#include "analyzer/ide/edits/layout.h"

#include "analyzer/ide/names/anchors.h"

#include <string.h>

uint32_t layout_column(const struct syntax_tree *tree, uint32_t offset)
{
	return syntax_tree_position(tree, offset, POSITION_UTF8).character;
}

static uint32_t line_of(const struct syntax_tree *tree, uint32_t offset)
{
	return syntax_tree_position(tree, offset, POSITION_UTF8).line;
}

bool layout_is_one_line(const struct syntax_tree *tree, struct range range)
{
	return line_of(tree, range.start) == line_of(tree, range.end);
}

static bool is_blank(struct string text)
{
	for (size_t i = 0; i < text.length; i++)
		if (text.bytes[i] != ' ')
			return false;
	return true;
}

bool layout_begins_line(const struct syntax_tree *tree, uint32_t offset)
{
	uint32_t start = syntax_tree_line(tree, line_of(tree, offset)).start;
	struct arena *arena = arena_create();
	bool blank = is_blank(syntax_tree_text(tree, (struct range){start, offset}, arena));
	arena_destroy(arena);
	return blank;
}

uint32_t layout_entry_end(struct node_entry entry)
{
	uint32_t end = node_range(entry.key).end;
	uint32_t value_end = node_is_absent(entry.value) ? 0 : node_range(entry.value).end;
	return value_end > end ? value_end : end;
}

uint32_t layout_line_end(const struct syntax_tree *tree, uint32_t offset)
{
	struct position position = syntax_tree_position(tree, offset, POSITION_UTF8);
	if (position.character == 0 && position.line > 0)
		position.line--;
	return syntax_tree_line(tree, position.line).end;
}

struct string layout_moved(
	const struct syntax_tree *tree, struct range range, int columns, struct arena *arena)
{
	struct string text = syntax_tree_text(tree, range, arena);
	size_t lines = 1;
	for (size_t i = 0; i < text.length; i++)
		lines += text.bytes[i] == '\n';
	size_t added = columns > 0 ? (size_t)columns : 0;
	char *result = arena_allocate(arena, text.length + lines * added + 1, 1);
	size_t length = 0;
	for (size_t i = 0; i < text.length; i++) {
		result[length++] = text.bytes[i];
		if (text.bytes[i] != '\n')
			continue;
		size_t next = i + 1 < text.length ? i + 1 : text.length;
		bool empty =
			next == text.length || text.bytes[next] == '\n' || text.bytes[next] == '\r';
		if (columns > 0 && !empty) {
			memset(result + length, ' ', added);
			length += added;
		}
		for (int taken = 0;
			taken < -columns && i + 1 < text.length && text.bytes[i + 1] == ' ';
			taken++)
			i++;
	}
	return (struct string){result, length};
}

static bool holds_comment(
	const struct syntax_tree *tree, uint32_t start, uint32_t end, struct arena *arena)
{
	struct string text = syntax_tree_text(tree, (struct range){start, end}, arena);
	return text.length > 0 && memchr(text.bytes, '#', text.length) != NULL;
}

/* The bytes of the entry or item at a position, without what stands between them. */
static struct range part_range(struct node collection, uint32_t position)
{
	if (node_kind(collection) == NODE_SEQUENCE)
		return node_range(node_item(collection, position));
	struct node_entry entry = node_entry(collection, position);
	return (struct range){node_range(entry.key).start, layout_entry_end(entry)};
}

static bool is_written_in(struct node collection, uint32_t position)
{
	return node_kind(collection) == NODE_SEQUENCE ||
	       node_equal_place(node_parent(node_entry(collection, position).key), collection);
}

static bool flow_removal(const struct syntax_tree *tree, struct node collection, uint32_t position,
	struct text_edit *edit, struct arena *arena)
{
	struct range part = part_range(collection, position);
	uint32_t count = node_count(collection);
	struct range removed = part;
	if (position + 1 < count && is_written_in(collection, position + 1))
		removed.end = part_range(collection, position + 1).start;
	else if (position > 0)
		removed.start = part_range(collection, position - 1).end;
	*edit = (struct text_edit){removed, STRING("")};
	bool leaves_empty_item = count == 1 && node_kind(node_parent(collection)) == NODE_SEQUENCE;
	return removed.end > removed.start && !leaves_empty_item &&
	       !holds_comment(tree, removed.start, part.start, arena) &&
	       !holds_comment(tree, part.end, removed.end, arena);
}

/* The dash of an item that begins its line; `start` itself if there is none. */
static uint32_t dash_before(const struct syntax_tree *tree, uint32_t start, struct arena *arena)
{
	struct range line = syntax_tree_line(tree, line_of(tree, start));
	struct string before = syntax_tree_text(tree, (struct range){line.start, start}, arena);
	for (size_t i = before.length; i > 0; i--) {
		if (before.bytes[i - 1] == '-')
			return line.start + (uint32_t)(i - 1);
		if (before.bytes[i - 1] != ' ')
			break;
	}
	return start;
}

static bool find_removal(const struct syntax_tree *tree, struct node collection, uint32_t position,
	struct text_edit *edit, struct arena *arena)
{
	uint32_t count = node_count(collection);
	if (position >= count || !is_written_in(collection, position))
		return false;
	if (node_is_flow(collection))
		return flow_removal(tree, collection, position, edit, arena);
	struct range part = part_range(collection, position);
	if (node_kind(collection) == NODE_SEQUENCE)
		part.start = dash_before(tree, part.start, arena);
	if (count < 2)
		return false;
	if (!layout_begins_line(tree, part.start)) {
		/* The first key of a list item, behind its dash: the next one takes its place. */
		if (position != 0 || !is_written_in(collection, 1))
			return false;
		uint32_t next = part_range(collection, 1).start;
		*edit = (struct text_edit){{part.start, next}, STRING("")};
		return !holds_comment(tree, part.end, next, arena);
	}
	uint32_t end = layout_line_end(tree, part.end);
	uint32_t last = line_of(tree, end);
	uint32_t start = syntax_tree_line(tree, line_of(tree, part.start)).start;
	if (last + 1 < syntax_tree_line_count(tree))
		end = syntax_tree_line(tree, last + 1).start;
	*edit = (struct text_edit){{start, end}, STRING("")};
	return true;
}

bool layout_removal(const struct syntax_tree *tree, struct node collection, uint32_t position,
	struct text_edit *edit, struct arena *arena)
{
	return find_removal(tree, collection, position, edit, arena) &&
	       !anchors_are_used_elsewhere(tree, edit->range, arena);
}
