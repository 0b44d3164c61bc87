/* Any bytes, edited in any way: nothing crashes, an edited tree is that of a fresh parse,
 * and everything that can be asked of a tree is answered in bounded time.
 *
 * The input is a text, a byte 0xff, and edits until its end: two bytes of offset, one of how
 * many bytes go, one of how many come, these bytes. */
#include "analyzer/syntax/tree/syntax_tree.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SEPARATOR = 0xff,
	MOST_EDITS = 16
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fail(const char *what, const struct syntax_tree *tree, struct string expected,
	struct string found, struct arena *arena)
{
	struct string text =
		syntax_tree_text(tree, (struct range){0, syntax_tree_length(tree)}, arena);

	fprintf(stderr, "%s\n--- text\n%.*s\n--- expected\n%.*s\n--- found\n%.*s\n", what,
		STRING_ARGUMENTS(text), STRING_ARGUMENTS(expected), STRING_ARGUMENTS(found));
	abort();
}

static struct string print_errors(const struct syntax_tree *tree, struct arena *arena)
{
	size_t count;
	const struct syntax_error *errors = syntax_tree_errors(tree, arena, &count);
	struct string text = {"", 0};

	for (size_t i = 0; i < count; i++) {
		if (errors[i].kind == SYNTAX_ERROR_ENCODING)
			continue; /* of a fresh tree only: an edited one is repaired already */
		text = arena_format(arena, "%.*s%u-%u (%u-%u) %.*s\n", STRING_ARGUMENTS(text),
			errors[i].range.start, errors[i].range.end, errors[i].related.start,
			errors[i].related.end, STRING_ARGUMENTS(errors[i].message));
	}
	return text;
}

static size_t walk(struct node node, size_t depth)
{
	size_t count = 1;

	if (depth > 2000)
		abort();
	for (uint32_t i = 0; node_kind(node) == NODE_MAPPING && i < node_count(node); i++) {
		struct node_entry entry = node_entry(node, i);

		if (node_kind(entry.key) == NODE_SCALAR)
			node_find(node, node_text(entry.key));
		count += walk(entry.key, depth + 1) + walk(entry.value, depth + 1);
	}
	for (uint32_t i = 0; node_kind(node) == NODE_SEQUENCE && i < node_count(node); i++)
		count += walk(node_item(node, i), depth + 1);
	node_number(node);
	node_parent(node);
	node_key(node);
	return count;
}

static bool is_strictly_inside(uint32_t offset, struct node node)
{
	struct range range = node_range(node);

	return !node_is_absent(node) && range.start < offset && offset < range.end;
}

/* The node at an offset is around it, and nothing that is written in it is. */
static bool is_innermost(struct node node, uint32_t offset)
{
	struct range range = node_range(node);
	bool is_merged = node_count(node) != node_written_count(node);

	if (node_is_absent(node))
		return true;
	for (uint32_t i = 0; node_kind(node) == NODE_MAPPING && !is_merged && i < node_count(node);
		i++)
		if (is_strictly_inside(offset, node_entry(node, i).key) ||
			is_strictly_inside(offset, node_entry(node, i).value))
			return false;
	for (uint32_t i = 0; node_kind(node) == NODE_SEQUENCE && i < node_count(node); i++)
		if (is_strictly_inside(offset, node_item(node, i)))
			return false;
	return range.start <= offset && offset <= range.end;
}

/* Places and positions belong together in every encoding. */
static void check_places(const struct syntax_tree *tree, struct string text, struct arena *arena)
{
	uint32_t step = (uint32_t)text.length / 64 + 1;

	for (uint32_t offset = 0; offset <= text.length; offset += step) {
		if (offset < text.length && ((unsigned char)text.bytes[offset] & 0xc0) == 0x80)
			continue;

		struct position position = syntax_tree_position(tree, offset, POSITION_UTF16);
		uint32_t again = syntax_tree_offset(tree, position, POSITION_UTF16);

		if (again > offset)
			fail("an offset and its position do not belong together", tree,
				(struct string){"", 0}, (struct string){"", 0}, arena);
		if (!is_innermost(syntax_tree_node_at(tree, offset), offset))
			fail("the node at an offset is not the innermost", tree,
				(struct string){"", 0}, (struct string){"", 0}, arena);
	}
}

static void check_fresh(const struct syntax_tree *tree)
{
	struct arena *arena = arena_create();
	struct string text =
		syntax_tree_text(tree, (struct range){0, syntax_tree_length(tree)}, arena);
	struct syntax_tree *fresh = syntax_tree_create(text);
	struct string expected = syntax_tree_print(fresh, arena);
	struct string found = syntax_tree_print(tree, arena);

	if (!string_equal(expected, found))
		fail("the edited tree is not that of a fresh parse", tree, expected, found, arena);
	expected = print_errors(fresh, arena);
	found = print_errors(tree, arena);
	if (!string_equal(expected, found))
		fail("the errors are not those of a fresh parse", tree, expected, found, arena);
	if (syntax_tree_line_count(tree) != syntax_tree_line_count(fresh))
		fail("the lines are not those of a fresh parse", tree, expected, found, arena);
	check_places(tree, text, arena);
	syntax_tree_release(fresh);
	arena_destroy(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *separator = size ? memchr(data, SEPARATOR, size) : NULL;
	size_t length = separator ? (size_t)(separator - data) : size;
	size_t at = separator ? length + 1 : size;
	struct syntax_tree *tree = syntax_tree_create((struct string){(const char *)data, length});

	walk(syntax_tree_root(tree), 0);
	check_fresh(tree);
	for (int edits = 0; edits < MOST_EDITS && at + 4 <= size; edits++) {
		uint32_t all = syntax_tree_length(tree);
		uint32_t start = (uint32_t)(data[at] | data[at + 1] << 8) % (all + 1);
		size_t inserted = data[at + 3] % 32;

		if (inserted > size - at - 4)
			inserted = size - at - 4;

		struct text_edit edit = {
			{start, start + data[at + 2]}, {(const char *)data + at + 4, inserted}};
		struct syntax_tree *next = syntax_tree_edit(tree, edit);

		syntax_tree_release(tree);
		tree = next;
		at += 4 + inserted;
		check_fresh(tree);
	}
	walk(syntax_tree_root(tree), 0);
	syntax_tree_release(tree);
	return 0;
}
