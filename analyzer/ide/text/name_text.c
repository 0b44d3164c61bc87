#include "analyzer/ide/text/name_text.h"

#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
	return strchr(" \t\r\n", c) != NULL;
}

struct range name_range(struct node name, struct arena *arena)
{
	struct range range = node_range(name);
	struct string text = syntax_tree_text(name.tree, range, arena);
	size_t start = 0;
	while (start < text.length && strchr("&!", text.bytes[start]) != NULL) {
		while (start < text.length && !is_blank(text.bytes[start]))
			start++;
		while (start < text.length && is_blank(text.bytes[start]))
			start++;
	}
	range.start += (uint32_t)start;
	bool quoted = start < text.length && strchr("\"'", text.bytes[start]) != NULL;
	if (quoted && range.end >= range.start + 2) {
		range.start++;
		range.end--;
	}
	return range;
}

/* How much is written for one character, and how many bytes of UTF-8 it is. */
struct step {
	uint32_t written, read;
};

static uint32_t bytes_of(unsigned long character)
{
	return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
}

static struct step hexadecimal(struct string text, uint32_t digits)
{
	char number[9] = {0};
	uint32_t written = 2 + digits;
	if (text.length < written)
		return (struct step){(uint32_t)text.length, 1};
	memcpy(number, text.bytes + 2, digits);
	return (struct step){written, bytes_of(strtoul(number, NULL, 16))};
}

/* YAML 1.2, sections 5.7 and 7.3: what begins the text, in quotes of the style. */
static struct step step_of(struct string text, enum scalar_style style)
{
	bool escapes = style == SCALAR_DOUBLE_QUOTED && text.bytes[0] == '\\' && text.length > 1;
	if (style == SCALAR_SINGLE_QUOTED && text.bytes[0] == '\'')
		return (struct step){2, 1};
	if (!escapes)
		return (struct step){1, 1};
	switch (text.bytes[1]) {
	case 'x':
		return hexadecimal(text, 2);
	case 'u':
		return hexadecimal(text, 4);
	case 'U':
		return hexadecimal(text, 8);
	case 'N':
	case '_':
		return (struct step){2, 2};
	case 'L':
	case 'P':
		return (struct step){2, 3};
	default:
		return (struct step){2, 1};
	}
}

/* Where in the text as written the byte number `byte` of what it reads is. */
static uint32_t written_at(struct string text, enum scalar_style style, uint32_t byte)
{
	uint32_t read = 0, written = 0;
	while (read < byte && written < text.length) {
		struct step step = step_of(string_slice(text, written, text.length), style);
		read += step.read;
		written += step.written;
	}
	return written;
}

struct range name_part(struct node name, struct range bytes, struct arena *arena)
{
	struct range all = name_range(name, arena);
	struct string text = syntax_tree_text(name.tree, all, arena);
	enum scalar_style style = node_scalar_style(name);
	return (struct range){all.start + written_at(text, style, bytes.start),
		all.start + written_at(text, style, bytes.end)};
}

bool name_is_writable(struct string name)
{
	for (size_t i = 0; i < name.length; i++)
		if ((unsigned char)name.bytes[i] < ' ' || name.bytes[i] == 0x7f)
			return false;
	return name.length > 0;
}

static bool reads_as(struct node node, struct string name)
{
	return node_scalar_style(node) == SCALAR_PLAIN && node_is_string(node) &&
	       string_equal(node_text(node), name);
}

/* Asks the parser, which knows all that a plain scalar may be mistaken for. */
static bool is_plain(struct string name, bool in_flow, struct arena *arena)
{
	const char *format = in_flow ? "{%.*s: %.*s}\n" : "%.*s: %.*s\n";
	struct string text =
		arena_format(arena, format, STRING_ARGUMENTS(name), STRING_ARGUMENTS(name));
	struct syntax_tree *tree = syntax_tree_create(text);
	struct node root = syntax_tree_root(tree);
	struct node_entry entry = node_entry(root, 0);
	size_t errors = 0;
	syntax_tree_errors(tree, arena, &errors);
	bool plain = errors == 0 && node_count(root) == 1 && reads_as(entry.key, name) &&
		     reads_as(entry.value, name);
	syntax_tree_release(tree);
	return plain;
}

static bool is_in_flow(struct node node)
{
	for (node = node_parent(node); !node_is_absent(node); node = node_parent(node))
		if (node_is_flow(node))
			return true;
	return false;
}

/* The inside of a quoted scalar. */
static struct string escaped(struct string name, enum scalar_style style, struct arena *arena)
{
	char *bytes = arena_allocate(arena, 2 * name.length + 1, 1);
	size_t length = 0;
	for (size_t i = 0; i < name.length; i++) {
		char c = name.bytes[i];
		if (style == SCALAR_SINGLE_QUOTED && c == '\'')
			bytes[length++] = '\'';
		else if (style == SCALAR_DOUBLE_QUOTED && (c == '"' || c == '\\'))
			bytes[length++] = '\\';
		bytes[length++] = c;
	}
	return (struct string){bytes, length};
}

struct text_edit name_edit(
	struct node node, struct range range, struct string name, struct arena *arena)
{
	enum scalar_style style = node_scalar_style(node);
	bool in_flow = is_in_flow(node);
	struct range all = name_range(node, arena);
	struct range front = {all.start, range.start};
	struct range back = {range.end, all.end};
	struct string prefix = syntax_tree_text(node.tree, front, arena);
	struct string suffix = syntax_tree_text(node.tree, back, arena);
	struct string whole = arena_format(arena, "%.*s%.*s%.*s", STRING_ARGUMENTS(prefix),
		STRING_ARGUMENTS(name), STRING_ARGUMENTS(suffix));
	bool plain = is_plain(whole, in_flow, arena);
	if (style == SCALAR_PLAIN && !plain) {
		struct string quoted = escaped(whole, SCALAR_DOUBLE_QUOTED, arena);
		return (struct text_edit){
			all, arena_format(arena, "\"%.*s\"", STRING_ARGUMENTS(quoted))};
	}
	if (style == SCALAR_DOUBLE_QUOTED && plain && !is_plain(node_text(node), in_flow, arena))
		return (struct text_edit){{all.start - 1, all.end + 1}, whole};
	return (struct text_edit){range, escaped(name, style, arena)};
}
