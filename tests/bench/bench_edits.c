/* Prints what somebody may type into a file, see edits.h.
 *
 * usage: bench_edits FILE PLACES — one edit a line, between tabs: class, action, scope, the line
 * and the column (in UTF-16) of its start and of its end, and the new text with \n, \t and \\. */
#include "edits.h"

#include <stdio.h>
#include <stdlib.h>

static void print_text(struct string text)
{
	for (size_t i = 0; i < text.length; i++) {
		switch (text.bytes[i]) {
		case '\n':
			fputs("\\n", stdout);
			break;
		case '\t':
			fputs("\\t", stdout);
			break;
		case '\\':
			fputs("\\\\", stdout);
			break;
		default:
			putchar(text.bytes[i]);
		}
	}
}

static void print(const struct syntax_tree *tree, const struct bench_edit *item)
{
	struct position start = syntax_tree_position(tree, item->edit.range.start, POSITION_UTF16);
	struct position end = syntax_tree_position(tree, item->edit.range.end, POSITION_UTF16);

	printf("%.*s\t%s\t%s\t%u\t%u\t%u\t%u\t", STRING_ARGUMENTS(item->class), item->action,
		edit_scope_name(item->scope), start.line, start.character, end.line, end.character);
	print_text(item->edit.text);
	putchar('\n');
}

int main(int count, char **words)
{
	struct arena *arena = arena_create();
	struct string text = count == 3 ? bench_read_file(words[1], arena) : STRING("");
	struct syntax_tree *tree;
	struct bench_edits edits;

	if (text.length == 0) {
		fputs("usage: bench_edits FILE PLACES\n", stderr);
		return 2;
	}
	tree = syntax_tree_create(text);
	edits = bench_edits_of(tree, (unsigned)strtoul(words[2], NULL, 10), arena);
	for (size_t i = 0; i < edits.count; i++)
		print(tree, &edits.items[i]);
	syntax_tree_release(tree);
	arena_destroy(arena);
	return 0;
}
