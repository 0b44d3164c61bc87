/* The tree as text: for tests and people. */
#include "analyzer/syntax/tree/tree.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

struct printer {
	char *bytes;
	size_t length, capacity;
};

static void print(struct printer *printer, struct string text)
{
	while (printer->capacity < printer->length + text.length) {
		printer->capacity = 2 * printer->capacity + 1024;
		printer->bytes = memory_resize(printer->bytes, printer->capacity, 1);
	}
	if (text.length)
		memcpy(printer->bytes + printer->length, text.bytes, text.length);
	printer->length += text.length;
}

static void print_scalar(struct printer *printer, struct string text)
{
	for (size_t i = 0; i < text.length; i++)
		if (text.bytes[i] == '\n')
			print(printer, STRING("\\n"));
		else if (text.bytes[i] == '\r')
			print(printer, STRING("\\r"));
		else
			print(printer, string_slice(text, i, i + 1));
}

static void print_line(struct printer *printer, struct node node, unsigned depth, const char *role)
{
	static const char *const kinds[] = {"absent", "scalar", "mapping", "sequence"};
	static const char *const types[] = {
		"null", "boolean", "integer", "float", "timestamp", "string"};
	struct range range = node_range(node);
	char head[96];

	for (unsigned i = 0; i < depth; i++)
		print(printer, STRING("  "));
	snprintf(head, sizeof(head), "%s%s %u-%u", role, kinds[node_kind(node)], range.start,
		range.end);
	print(printer, string_from(head));
	if (node_anchor(node).length) {
		print(printer, STRING(" &"));
		print(printer, node_anchor(node));
	}
	if (node_tag(node).length) {
		print(printer, STRING(" !"));
		print(printer, node_tag(node));
	}
	if (node_alias(node).length) {
		print(printer, STRING(" *"));
		print(printer, node_alias(node));
	} else if (node_kind(node) == NODE_SCALAR) {
		print(printer, STRING(" "));
		print(printer, string_from(types[node_scalar_type(node)]));
		print(printer, STRING(" "));
		print_scalar(printer, node_text(node));
	}
	print(printer, STRING("\n"));
}

static void print_node(struct printer *printer, struct node node, unsigned depth, const char *role)
{
	print_line(printer, node, depth, role);
	if (node_alias(node).length)
		return;
	for (uint32_t i = 0, count = node_count(node); i < count; i++) {
		if (node_kind(node) == NODE_SEQUENCE) {
			print_node(printer, node_item(node, i), depth + 1, "- ");
			continue;
		}

		struct node_entry entry = node_entry(node, i);

		print_node(printer, entry.key, depth + 1, "key ");
		print_node(printer, entry.value, depth + 1, "");
	}
}

struct string syntax_tree_print(const struct syntax_tree *tree, struct arena *arena)
{
	struct printer printer = {0};

	print_node(&printer, syntax_tree_root(tree), 0, "");

	struct string text = arena_copy(arena, (struct string){printer.bytes, printer.length});

	memory_release(printer.bytes);
	return text;
}
