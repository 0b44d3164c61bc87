/* Which part of a text is to be parsed anew after an edit. */
#include "analyzer/syntax/tree/tree_change.h"
#include "analyzer/text/utf8.h"
#include "base/memory.h"

#include <string.h>

static struct string text_after(
	const struct syntax_tree *tree, struct range range, struct text_edit edit, char **allocated)
{
	struct arena *arena = arena_create();
	struct string before =
		syntax_tree_text(tree, (struct range){range.start, edit.range.start}, arena);
	struct string behind =
		syntax_tree_text(tree, (struct range){edit.range.end, range.end}, arena);
	size_t length = before.length + edit.text.length + behind.length;
	char *bytes = memory_allocate(length + 1, 1);

	memcpy(bytes, before.bytes, before.length);
	if (edit.text.length)
		memcpy(bytes + before.length, edit.text.bytes, edit.text.length);
	memcpy(bytes + before.length + edit.text.length, behind.bytes, behind.length);
	arena_destroy(arena);
	*allocated = bytes;
	return (struct string){bytes, length};
}

/* The sections that an edit touches. An edit at the start or end of one may join its lines
 * with those of its neighbour. */
static struct section_range touched_sections(const struct syntax_tree *tree, struct range range)
{
	struct section_range touched = {
		syntax_tree_section_at(tree, range.start), syntax_tree_section_at(tree, range.end)};

	if (touched.first > 0 && tree->places[touched.first].start == range.start)
		touched.first--;
	return touched;
}

/* Sections begin with the line of their entry. */
static uint32_t column_of(const struct section *section)
{
	uint32_t column = 0;

	while (column < section->text.length &&
		(section->text.bytes[column] == ' ' || section->text.bytes[column] == '\t'))
		column++;
	return column;
}

/* Enough to be split anew by itself; more is left to the whole document. */
enum {
	LARGEST_REGION = 1 << 18
};

/* Entries of one collection with all that they contain: their text can be split anew by
 * itself. False if there are none, or they are too large for that to be of use. */
static bool make_region(
	const struct syntax_tree *tree, struct section_range entries, struct section_range *region)
{
	const struct spine_row *rows = tree->spine->rows;
	uint32_t start = tree->places[entries.first].start;
	uint32_t last = entries.last;

	if (rows[entries.first].parent == NO_NODE)
		return false;
	while (last + 1 < tree->section_count && rows[last + 1].parent != NO_NODE &&
		rows[last + 1].parent >= entries.last &&
		tree->places[last + 1].start - start < LARGEST_REGION)
		last++;
	*region = (struct section_range){entries.first, last};
	return tree->places[last + 1].start - start < LARGEST_REGION;
}

/* The innermost entries of one collection that hold the sections; false if there are none. */
static bool enclosing_entries(const struct syntax_tree *tree, struct section_range *range)
{
	const struct spine_row *rows = tree->spine->rows;

	for (;;) {
		uint32_t of_first = rows[range->first].parent;
		uint32_t of_last = rows[range->last].parent;

		if (of_first == NO_NODE || of_last == NO_NODE)
			return false;
		if (of_first == of_last)
			return true;
		if (of_first > of_last)
			range->first = of_first;
		else
			range->last = of_last;
	}
}

/* Whether an entry and all that it contains will be shorter than what is divided. */
static bool becomes_small(const struct syntax_tree *tree, uint32_t entry, struct text_edit edit)
{
	uint64_t removed = edit.range.end - edit.range.start;
	uint32_t start = tree->places[entry].start;
	uint32_t next = entry + 1;

	while (tree->places[next].start - start + edit.text.length < TREE_LARGE_ENTRY + removed) {
		const struct spine_row *row = &tree->spine->rows[next];

		if (next == tree->section_count || row->parent == NO_NODE || row->parent < entry)
			return true;
		next++;
	}
	return false;
}

/* The outermost entry around the sections that is divided only because something in it is broken,
 * or because it has been longer: whether it still is has to be asked of all of it. */
static void widen_to_small_entry(
	const struct syntax_tree *tree, struct section_range *range, struct text_edit edit)
{
	const struct spine_row *rows = tree->spine->rows;
	uint32_t around = rows[range->first].parent;

	while (around != NO_NODE && rows[around].parent != NO_NODE &&
		becomes_small(tree, around, edit)) {
		if (!tree->sections[around]->lacks_colon)
			range->first = range->last = around;
		around = rows[around].parent;
	}
}

/* Nested as deeply as branches are at most. */
struct surroundings {
	struct outline_context context;
	struct outline_column columns[TREE_MAXIMUM_BRANCHES + 2];
	struct outline_line next;
	unsigned depth; /* branches around it, but for the root */
};

/* Where the sections of `range` stand. */
static void find_surroundings(
	const struct syntax_tree *tree, struct section_range range, struct surroundings *around)
{
	const struct spine_row *rows = tree->spine->rows;
	uint32_t first = TREE_MAXIMUM_BRANCHES + 2;

	*around = (struct surroundings){0};
	for (uint32_t i = range.first; rows[i].parent != NO_NODE; i = rows[i].parent) {
		const struct section *section = tree->sections[i];
		bool is_item = section->role == SECTION_ITEM;
		uint32_t column = column_of(section);

		around->depth += i != range.first;
		if (first == TREE_MAXIMUM_BRANCHES + 2 || around->columns[first].column != column)
			around->columns[--first].column = column;
		around->columns[first].has_items |= is_item;
		around->columns[first].has_keys |= !is_item;
	}
	around->context.columns = around->columns + first;
	around->context.column_count = TREE_MAXIMUM_BRANCHES + 2 - first;
	if (range.last + 1 == tree->section_count || rows[range.last + 1].parent == NO_NODE)
		return;

	const struct section *next = tree->sections[range.last + 1];

	around->next = (struct outline_line){.column = column_of(next),
		.kind = next->role == SECTION_ITEM ? OUTLINE_ITEM : OUTLINE_KEY,
		.lacks_colon = next->lacks_colon};
	around->context.next = &around->next;
}

/* Whether what is edited may reach into the section behind it. */
static bool goes_on(const struct outline *outline, const struct section *next)
{
	return (outline->ends_open && !outline_line_breaks(next->text, 0)) ||
	       outline_line_is_block_scalar(next->text, 0);
}

/* NULL if the edit changes more than the region. */
static struct syntax_tree *edit_region(
	const struct syntax_tree *tree, struct section_range range, struct text_edit edit)
{
	if (tree->sections[range.first - 1]->ends_open)
		return NULL;

	const struct section *first = tree->sections[range.first];
	struct range bytes = {tree->places[range.first].start, tree->places[range.last + 1].start};
	uint32_t start = edit.range.start - bytes.start;
	struct tree_builder builder = {.old = tree,
		.old_start = bytes.start,
		.next_old = range.first,
		.edited = {start, start + (uint32_t)edit.text.length},
		.moved = (int64_t)edit.text.length - (edit.range.end - edit.range.start)};
	struct surroundings around;
	char *allocated;
	struct syntax_tree *edited = NULL;

	find_surroundings(tree, range, &around);
	tree_builder_start(&builder, text_after(tree, bytes, edit, &allocated), &around.context);

	/* Lines end where sections do; behind the last one there may be no line break. */
	char final = builder.text.length ? builder.text.bytes[builder.text.length - 1] : 0;
	bool is_last = range.last + 1 == tree->section_count;
	bool ends_line = final == '\n' || is_last;
	bool may_go_on = !is_last && goes_on(&builder.outline, tree->sections[range.last + 1]);

	if (ends_line && !may_go_on &&
		tree_builder_add_entries(
			&builder, column_of(first), first->role == SECTION_ITEM, around.depth))
		edited = tree_replace_sections(tree, range, &builder);
	tree_builder_finish(&builder);
	memory_release(allocated);
	return edited;
}

/* Tries the entries that the edit touches, then those that contain them, from the innermost
 * outwards; NULL if only the whole document will do. */
static struct syntax_tree *edit_entries(const struct syntax_tree *tree, struct text_edit edit)
{
	struct section_range entries = touched_sections(tree, edit.range);
	struct section_range region;
	bool is_wider = false;

	if (!enclosing_entries(tree, &entries))
		return NULL;
	widen_to_small_entry(tree, &entries, edit);
	while (make_region(tree, entries, &region)) {
		struct syntax_tree *edited = edit_region(tree, region, edit);

		if (edited) {
			tree_trim_change(tree, edited);
			if (is_wider)
				edited->change.reason = REPARSE_OUTLINE;
			return edited;
		}
		is_wider = true;
		entries.first = entries.last = tree->spine->rows[entries.first].parent;
	}
	return NULL;
}

static bool is_inside_character(const struct syntax_tree *tree, uint32_t offset)
{
	uint32_t section = syntax_tree_section_at(tree, offset);
	struct string text = tree->sections[section]->text;
	uint32_t at = offset - tree->places[section].start;

	return at < text.length && utf8_continues(text.bytes[at]);
}

/* An edit within the text that takes whole characters: the text stays UTF-8. */
static struct text_edit clip(const struct syntax_tree *tree, struct text_edit edit)
{
	uint32_t length = syntax_tree_length(tree);

	if (edit.range.start > length)
		edit.range.start = length;
	if (edit.range.end > length)
		edit.range.end = length;
	if (edit.range.end < edit.range.start)
		edit.range.end = edit.range.start;
	while (is_inside_character(tree, edit.range.start))
		edit.range.start--;
	while (is_inside_character(tree, edit.range.end))
		edit.range.end++;
	return edit;
}

struct syntax_tree *syntax_tree_edit(const struct syntax_tree *tree, struct text_edit edit)
{
	struct utf8_problem problem;
	char *repaired = NULL;

	edit = clip(tree, edit);
	if (!utf8_check(edit.text, &problem))
		edit.text = utf8_repair(edit.text, &repaired);

	struct syntax_tree *edited = edit_entries(tree, edit);

	if (!edited) {
		char *allocated;
		struct range all = {0, syntax_tree_length(tree)};

		edited = tree_parse(text_after(tree, all, edit, &allocated), tree, edit);
		tree_compare(tree, edited);
		memory_release(allocated);
	}
	memory_release(repaired);
	return edited;
}
