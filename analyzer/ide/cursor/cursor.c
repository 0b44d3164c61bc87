#include "analyzer/ide/cursor/cursor.h"

#include "analyzer/ide/cursor/cursor_scanner.h"
#include "analyzer/syntax/lines/line_end.h"

struct first_line {
	int32_t column; /* -1: nothing but blank lines and comments */
	bool dash;
};

static struct first_line first_line_of(struct string text)
{
	struct line_scanner line = {.text = text};
	for (uint32_t start = 0; start < text.length; start = line_next(text, line.end)) {
		uint32_t place = start;
		line.end = line_end(text, start);
		while (line_peek(&line, place) == ' ')
			place++;
		char character = line_peek(&line, place);
		if (character != '\n' && character != '#')
			return (struct first_line){(int32_t)(place - start), character == '-'};
	}
	return (struct first_line){-1, false};
}

/* Looks at the beginning of the section, and at all of it only if that says nothing. */
static struct first_line section_first_line(
	const struct syntax_tree *tree, uint32_t section, struct arena *arena)
{
	enum {
		BEGINNING = 120
	};
	struct range all = syntax_tree_section_range(tree, section);
	struct range range = all;
	if (range.end - range.start > BEGINNING)
		range.end = range.start + BEGINNING;
	struct first_line line = first_line_of(syntax_tree_text(tree, range, arena));
	if (line.column < 0 && range.end < all.end)
		line = first_line_of(syntax_tree_text(tree, all, arena));
	return line;
}

static bool names_hold(const struct name *names, struct string text)
{
	while (names && !string_equal(names->text, text))
		names = names->next;
	return names != NULL;
}

struct node cursor_node(
	const struct syntax_tree *tree, const struct cursor_step *path, size_t length)
{
	struct node node = syntax_tree_root(tree);
	for (size_t i = 0; i < length; i++) {
		node = path[i].index >= 0 ? node_item(node, (uint32_t)path[i].index)
					  : node_find(node, path[i].key).value;
	}
	return node;
}

/* Keys that the finished part of the text gives the mapping, wherever they stand. */
static void add_names_of_tree(struct scanner *scanner, const struct syntax_tree *tree)
{
	struct node node = cursor_node(tree, scanner->answer.path, scanner->answer.path_length);
	if (node_kind(node) != NODE_MAPPING)
		return;
	const struct name *scanned = scanner->names;
	uint32_t count = node_count(node);
	for (uint32_t i = 0; i < count; i++) {
		struct node key = node_entry(node, i).key;
		if (names_hold(scanned, node_text(key)))
			continue;
		struct range range = node_range(key);
		if (scanner->cursor >= range.start && scanner->cursor <= range.end)
			continue;
		struct name *name = arena_allocate(scanner->arena, 1, sizeof(*name));
		name->text = node_text(key);
		name->next = scanner->names;
		scanner->names = name;
	}
}

/* From behind an entry of a mapping to behind the entry in front of the mapping's first: what is
 * between them is not further left. */
static uint32_t skip_siblings(const struct syntax_tree *tree, uint32_t behind)
{
	struct node entry = syntax_tree_node(tree, (struct node_reference){behind - 1, 0});
	struct node mapping = node_parent(entry);
	if (node_is_absent(mapping) || mapping.reference.section + 2 > behind)
		return behind;
	return mapping.reference.section + 2;
}

struct cursor cursor_at(const struct syntax_tree *tree, uint32_t offset, struct arena *arena)
{
	uint32_t length = syntax_tree_length(tree);
	struct scanner scanner = {.arena = arena, .cursor = offset < length ? offset : length};
	uint32_t section = syntax_tree_section_at(tree, scanner.cursor);

	/* Sections that begin further left than all behind them are what the cursor is in;
	 * only those are read, so that the price does not grow with the document. */
	uint32_t *outer = NULL;
	size_t outer_count = 0, outer_capacity = 0;
	struct first_line inner = section_first_line(tree, section, arena);
	int32_t skipped_items = 0;
	bool skipped_keys = false;
	int32_t column = inner.column < 0 ? INT32_MAX : inner.column;
	for (uint32_t i = section; i > 0 && (column > 0 || inner.dash); i--) {
		struct first_line line = section_first_line(tree, i - 1, arena);
		if (line.column < 0)
			continue;
		bool sibling = line.column == column && line.dash;
		if (sibling && inner.dash && outer_count == 0)
			skipped_items++;
		if (line.column == column && !line.dash && !inner.dash && outer_count == 0)
			skipped_keys = true;
		if (line.column < column || (line.column == column && inner.dash && !line.dash)) {
			outer = arena_reserve(
				arena, outer, outer_count, &outer_capacity, sizeof(*outer));
			outer[outer_count++] = i - 1;
			column = line.column;
			inner.dash = line.dash;
		} else if (line.column == column && !line.dash && !inner.dash) {
			i = skip_siblings(tree, i);
		}
	}
	while (outer_count > 0) {
		scanner_read_range(
			&scanner, tree, syntax_tree_section_range(tree, outer[--outer_count]));
	}
	if (skipped_items > 0) {
		struct first_line line = section_first_line(tree, section, arena);
		scanner_pop_to(&scanner, line.column, true);
		scanner_push(&scanner, FRAME_BLOCK_SEQUENCE, line.column);
		scanner_top(&scanner)->has_step = true;
		scanner_top(&scanner)->step.index = skipped_items - 1;
	}
	if (skipped_keys) {
		struct first_line line = section_first_line(tree, section, arena);
		scanner_pop_to(&scanner, line.column, false);
		scanner_push(&scanner, FRAME_BLOCK_MAPPING, line.column);
	}
	struct range range = syntax_tree_section_range(tree, section);
	if (section + 1 == syntax_tree_section_count(tree))
		range.end = length;
	scanner_read_range(&scanner, tree, range);
	if (!scanner.found)
		return (struct cursor){.replace = {scanner.cursor, scanner.cursor}};
	bool in_mapping = scanner.answer.place == CURSOR_KEY || scanner.answer.may_be_key;
	if (in_mapping)
		add_names_of_tree(&scanner, tree);
	size_t count = 0;
	for (const struct name *name = scanner.names; name != NULL; name = name->next)
		count++;
	struct string *siblings = arena_allocate(arena, count + 1, sizeof(*siblings));
	scanner.answer.sibling_count = count;
	for (const struct name *name = scanner.names; name != NULL; name = name->next)
		siblings[--count] = name->text;
	scanner.answer.siblings = siblings;
	return scanner.answer;
}
