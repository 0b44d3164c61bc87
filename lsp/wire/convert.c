#include "lsp/wire/convert.h"

enum {
	LARGEST = INT32_MAX /* of the protocol's unsigned integers */
};

static bool read_number(struct json_object *json, const char *name, uint32_t *number)
{
	int64_t value;

	if (!member_integer(json, name, &value) || value < 0 || value > LARGEST)
		return false;
	*number = (uint32_t)value;
	return true;
}

static bool convert_to_position(struct json_object *json, struct position *position)
{
	return read_number(json, "line", &position->line) &&
	       read_number(json, "character", &position->character);
}

bool convert_to_offset(const struct syntax_tree *tree, struct json_object *json,
	enum position_encoding encoding, uint32_t *offset)
{
	struct position position;

	if (!convert_to_position(json, &position) || position.line >= syntax_tree_line_count(tree))
		return false;
	*offset = syntax_tree_offset(tree, position, encoding);
	return true;
}

bool convert_to_range(const struct syntax_tree *tree, struct json_object *json,
	enum position_encoding encoding, struct range *range)
{
	struct position start, end;

	if (!convert_to_position(member(json, "start"), &start) ||
		!convert_to_position(member(json, "end"), &end))
		return false;
	range->start = syntax_tree_offset(tree, start, encoding);
	range->end = syntax_tree_offset(tree, end, encoding);
	if (range->end < range->start) {
		uint32_t swapped = range->start;

		range->start = range->end;
		range->end = swapped;
	}
	return true;
}

struct json_object *convert_position(struct position position)
{
	struct json_object *json = new_object();

	put(json, "line", new_integer(position.line));
	put(json, "character", new_integer(position.character));
	return json;
}

struct json_object *convert_range(
	const struct syntax_tree *tree, struct range range, enum position_encoding encoding)
{
	struct json_object *json = new_object();

	put(json, "start", convert_position(syntax_tree_position(tree, range.start, encoding)));
	put(json, "end", convert_position(syntax_tree_position(tree, range.end, encoding)));
	return json;
}

static bool has_windows_lines(const struct syntax_tree *tree, struct arena *arena)
{
	struct position second = {1, 0};
	uint32_t start = syntax_tree_offset(tree, second, POSITION_UTF8);
	struct range end = {start >= 2 ? start - 2 : 0, start};

	return string_is(syntax_tree_text(tree, end, arena), "\r\n");
}

struct string convert_new_text(
	const struct syntax_tree *tree, struct string text, struct arena *arena)
{
	size_t length = 0;
	char *bytes;

	if (text.length == 0 || !memchr(text.bytes, '\n', text.length) ||
		!has_windows_lines(tree, arena))
		return text;
	bytes = arena_allocate(arena, 2 * text.length, 1);
	for (size_t i = 0; i < text.length; i++) {
		if (text.bytes[i] == '\n' && (i == 0 || text.bytes[i - 1] != '\r'))
			bytes[length++] = '\r';
		bytes[length++] = text.bytes[i];
	}
	return (struct string){bytes, length};
}
