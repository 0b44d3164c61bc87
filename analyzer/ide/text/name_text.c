#include "analyzer/ide/text/name_text.h"

#include <stdlib.h>
#include <string.h>

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
