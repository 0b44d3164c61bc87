#include "analyzer/syntax/syntax_tree.h"

#include "analyzer/syntax/tree_builder.h"
#include "analyzer/text/utf8.h"
#include "solver/memory.h"

#include <string.h>

static struct syntax_tree *tree_allocate(uint32_t section_count)
{
	struct syntax_tree *tree = memory_allocate(1, sizeof(*tree));

	atomic_init(&tree->references, 1);
	tree->section_count = section_count;
	tree->sections = memory_allocate(section_count, sizeof(struct section *));
	tree->places = memory_allocate((size_t)section_count + 1, sizeof(*tree->places));
	return tree;
}

/* Places of the sections from number `first` on; those before are right. */
static void place_sections(struct syntax_tree *tree, uint32_t first)
{
	for (uint32_t i = first; i < tree->section_count; i++) {
		const struct section *section = tree->sections[i];

		tree->places[i + 1].start = tree->places[i].start + (uint32_t)section->text.length;
		tree->places[i + 1].line = tree->places[i].line + section->line_count;
	}
}

uint32_t tree_section_at(const struct syntax_tree *tree, uint32_t offset)
{
	uint32_t low = 0;
	uint32_t high = tree->section_count;

	while (high - low > 1) {
		uint32_t middle = (low + high) / 2;

		if (tree->places[middle].start <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* ---- documents ---- */

/* A tree of all that the builder holds. */
static struct syntax_tree *tree_of_document(struct tree_builder *builder)
{
	struct syntax_tree *tree = tree_allocate(builder->count);

	memcpy(tree->sections, builder->sections, builder->count * sizeof(struct section *));
	tree->spine = spine_create(tree->sections, builder->parents, builder->count);
	tree->aliases = alias_table_create(tree->sections, tree->spine, tree->section_count);
	builder->count = 0;
	place_sections(tree, 0);
	return tree;
}

static struct syntax_tree *parse_document(
	struct string text, const struct syntax_tree *old, struct text_edit edit)
{
	struct tree_builder builder = {.old = old,
		.edited = {edit.range.start, edit.range.start + (uint32_t)edit.text.length},
		.moved = (int64_t)edit.text.length - (edit.range.end - edit.range.start)};

	tree_builder_start(&builder, text);
	tree_builder_add_document(&builder);

	uint32_t parsed = builder.parsed_sections;
	uint64_t bytes = builder.parsed_bytes;
	struct syntax_tree *tree = tree_of_document(&builder);

	tree->change = (struct syntax_change){
		.reason = REPARSE_DOCUMENT, .new_count = parsed, .parsed_bytes = bytes};
	tree_builder_finish(&builder);
	return tree;
}

struct syntax_tree *syntax_tree_create(struct string text)
{
	struct utf8_problem problem;
	char *repaired = NULL;
	bool is_valid = utf8_check(text, &problem);

	if (!is_valid)
		text = utf8_repair(text, &repaired);

	struct syntax_tree *tree = parse_document(text, NULL, (struct text_edit){{0, 0}, {"", 0}});

	if (!is_valid) {
		tree->has_encoding_error = true;
		tree->encoding_error = (struct range){problem.start, problem.start + 3};
	}
	memory_release(repaired);
	return tree;
}

/* ---- edits ---- */

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

/* Sections, by number. */
struct section_range {
	uint32_t first;
	uint32_t last;
};

/* The sections that an edit touches. An edit at the start or end of one may join its lines
 * with those of its neighbour. */
static struct section_range touched_sections(const struct syntax_tree *tree, struct range range)
{
	struct section_range touched = {
		tree_section_at(tree, range.start), tree_section_at(tree, range.end)};

	if (touched.first > 0 && tree->places[touched.first].start == range.start)
		touched.first--;
	return touched;
}

static bool is_leaf(const struct section *section)
{
	return section->role == SECTION_ENTRY || section->role == SECTION_ITEM;
}

/* Sections begin with the line of their entry. */
static uint32_t column_of(const struct section *section)
{
	uint32_t column = 0;

	while (column < section->text.length && strchr(" \t", section->text.bytes[column]))
		column++;
	return column;
}

/* Neighbours in one collection, so that their text can be split anew by itself. */
static bool are_siblings(const struct syntax_tree *tree, struct section_range range)
{
	const struct spine_row *rows = tree->spine->rows;

	for (uint32_t i = range.first; i <= range.last; i++) {
		if (!is_leaf(tree->sections[i]) || rows[i].parent == NO_NODE ||
			rows[i].parent != rows[range.first].parent)
			return false;
	}
	return true;
}

static bool same_key(const struct section *a, const struct section *b)
{
	if (a->key == NO_NODE || b->key == NO_NODE)
		return a->key == b->key && (a->value == NO_NODE) == (b->value == NO_NODE);
	return string_equal(a->nodes[a->key].text, b->nodes[b->key].text);
}

/* The spine after sections of a collection were replaced. */
static struct spine *spine_after(const struct syntax_tree *old, struct section_range range,
	const struct syntax_tree *tree, const uint32_t *new_parents, uint32_t new_count)
{
	uint32_t old_count = range.last - range.first + 1;
	uint32_t common_parent = old->spine->rows[range.first].parent;
	bool same = old_count == new_count;

	for (uint32_t i = 0; i < new_count && same; i++)
		same = is_leaf(tree->sections[range.first + i]) && new_parents[i] == NO_NODE &&
		       same_key(old->sections[range.first + i], tree->sections[range.first + i]);
	if (same)
		return spine_retain(old->spine);

	uint32_t *parents = memory_allocate(tree->section_count, sizeof(*parents));
	int64_t moved = (int64_t)new_count - old_count;

	for (uint32_t i = 0; i < old->section_count; i++) {
		uint32_t parent = old->spine->rows[i].parent;

		if (parent != NO_NODE && parent > range.last)
			parent = (uint32_t)(parent + moved);
		if (i < range.first)
			parents[i] = parent;
		else if (i > range.last)
			parents[i + moved] = parent;
	}
	for (uint32_t i = 0; i < new_count; i++)
		parents[range.first + i] =
			new_parents[i] == NO_NODE ? common_parent : range.first + new_parents[i];

	struct spine *spine = spine_create(tree->sections, parents, tree->section_count);

	memory_release(parents);
	return spine;
}

static bool same_shape(
	const struct syntax_tree *old, const struct syntax_tree *tree, struct section_range range)
{
	for (uint32_t i = range.first; i <= range.last; i++) {
		if (!section_same_shape(old->sections[i], tree->sections[i]))
			return false;
	}
	return true;
}

static bool are_plain(const struct syntax_tree *tree, uint32_t first, uint32_t count)
{
	for (uint32_t i = first; i < first + count; i++) {
		const struct section *section = tree->sections[i];

		if (section->anchor_count || section->has_aliases || section->has_merges)
			return false;
	}
	return true;
}

/* Aliases and anchors of other sections keep their numbers if the shape is the same. */
static struct alias_table *aliases_after(const struct syntax_tree *old, struct section_range range,
	const struct syntax_tree *tree, uint32_t new_count)
{
	uint32_t old_count = range.last - range.first + 1;

	if (tree->change.same_shape && are_plain(tree, range.first, new_count))
		return alias_table_retain(old->aliases);
	if (!old->aliases && old_count == new_count && are_plain(tree, range.first, new_count))
		return NULL;
	return alias_table_create(tree->sections, tree->spine, tree->section_count);
}

/* The old tree with the builder's sections in place of those of `range`. */
static struct syntax_tree *replace_sections(
	const struct syntax_tree *old, struct section_range range, struct tree_builder *builder)
{
	uint32_t old_count = range.last - range.first + 1;
	uint32_t new_count = builder->count;
	uint32_t behind = old->section_count - range.last - 1;
	struct syntax_tree *tree = tree_allocate(range.first + new_count + behind);
	struct section **sections = tree->sections;
	int64_t moved_bytes;
	int64_t moved_lines;

	memcpy(sections, old->sections, range.first * sizeof(*sections));
	memcpy(sections + range.first, builder->sections, new_count * sizeof(*sections));
	memcpy(sections + range.first + new_count, old->sections + range.last + 1,
		behind * sizeof(*sections));
	builder->count = 0;
	for (uint32_t i = 0; i < tree->section_count; i++) {
		if (i < range.first || i >= range.first + new_count)
			section_retain(sections[i]);
	}
	memcpy(tree->places, old->places, (range.first + 1) * sizeof(*tree->places));
	for (uint32_t i = range.first; i < range.first + new_count; i++) {
		tree->places[i + 1].start =
			tree->places[i].start + (uint32_t)sections[i]->text.length;
		tree->places[i + 1].line = tree->places[i].line + sections[i]->line_count;
	}
	moved_bytes = (int64_t)tree->places[range.first + new_count].start -
		      old->places[range.last + 1].start;
	moved_lines = (int64_t)tree->places[range.first + new_count].line -
		      old->places[range.last + 1].line;
	for (uint32_t i = 1; i <= behind; i++) {
		const struct section_place *place = &old->places[range.last + 1 + i];

		tree->places[range.first + new_count + i] =
			(struct section_place){(uint32_t)(place->start + moved_bytes),
				(uint32_t)(place->line + moved_lines)};
	}
	tree->change = (struct syntax_change){
		.reason = old_count == 1 && new_count == 1 ? REPARSE_SECTION : REPARSE_SEVERAL,
		.first_section = range.first,
		.old_count = old_count,
		.new_count = new_count,
		.parsed_bytes = builder->parsed_bytes};
	tree->spine = spine_after(old, range, tree, builder->parents, new_count);
	tree->change.same_shape = old_count == new_count && same_shape(old, tree, range);
	tree->aliases = aliases_after(old, range, tree, new_count);
	return tree;
}

/* The first entry that is not half-typed decides whether a collection is a mapping or a list;
 * ask again where that may have changed. */
static bool decides_kind(const struct syntax_tree *tree, struct section_range range)
{
	uint32_t first = tree->spine->rows[range.first].parent + 1;

	return range.first == first || tree->sections[first]->is_half_typed;
}

/* NULL if the edit changes more than the entries it touches. */
static struct syntax_tree *edit_siblings(const struct syntax_tree *tree, struct text_edit edit)
{
	struct section_range range = touched_sections(tree, edit.range);

	if (!are_siblings(tree, range) || tree->sections[range.first - 1]->ends_open)
		return NULL;

	struct tree_builder builder = {0};
	const struct section *first = tree->sections[range.first];
	struct range bytes = {tree->places[range.first].start, tree->places[range.last + 1].start};
	char *allocated;
	struct syntax_tree *edited = NULL;

	tree_builder_start(&builder, text_after(tree, bytes, edit, &allocated));

	/* Lines end where sections do; behind the last one there may be no line break. */
	char final = builder.text.length ? builder.text.bytes[builder.text.length - 1] : 0;
	bool is_last = range.last + 1 == tree->section_count;
	bool ends_line = final == '\n' || is_last;
	bool may_go_on = builder.outline.ends_open && !is_last &&
			 !outline_line_breaks(tree->sections[range.last + 1]->text, 0);

	if (ends_line && !may_go_on &&
		tree_builder_add_entries(&builder, column_of(first), first->role == SECTION_ITEM,
			decides_kind(tree, range)))
		edited = replace_sections(tree, range, &builder);
	tree_builder_finish(&builder);
	memory_release(allocated);
	return edited;
}

/* What the change replaced, after a document was split anew: all between the sections that
 * both trees share at their ends. */
static void compare_trees(const struct syntax_tree *old, struct syntax_tree *tree)
{
	uint32_t shared =
		old->section_count < tree->section_count ? old->section_count : tree->section_count;
	uint32_t first = 0;
	uint32_t last = 0;

	while (first < shared && old->sections[first] == tree->sections[first])
		first++;
	while (last < shared - first && old->sections[old->section_count - 1 - last] ==
						tree->sections[tree->section_count - 1 - last])
		last++;
	tree->change.reason = REPARSE_OUTLINE;
	tree->change.first_section = first;
	tree->change.old_count = old->section_count - first - last;
	tree->change.new_count = tree->section_count - first - last;
	if (tree->change.new_count == tree->section_count)
		tree->change.reason = REPARSE_DOCUMENT;
	tree->change.same_shape =
		old->section_count == tree->section_count &&
		(tree->change.new_count == 0 ||
			same_shape(old, tree,
				(struct section_range){first, first + tree->change.new_count - 1}));
	for (uint32_t i = 0; i < tree->section_count && tree->change.same_shape; i++)
		tree->change.same_shape = old->spine->rows[i].parent == tree->spine->rows[i].parent;
}

static bool is_inside_character(const struct syntax_tree *tree, uint32_t offset)
{
	uint32_t section = tree_section_at(tree, offset);
	struct string text = tree->sections[section]->text;
	uint32_t at = offset - tree->places[section].start;

	return at < text.length && ((unsigned char)text.bytes[at] & 0xc0) == 0x80;
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

	struct syntax_tree *edited = edit_siblings(tree, edit);

	if (!edited) {
		char *allocated;
		struct range all = {0, syntax_tree_length(tree)};

		edited = parse_document(text_after(tree, all, edit, &allocated), tree, edit);
		compare_trees(tree, edited);
		memory_release(allocated);
	}
	memory_release(repaired);
	return edited;
}

/* ---- lifetime and access ---- */

struct syntax_tree *syntax_tree_retain(const struct syntax_tree *tree)
{
	struct syntax_tree *shared = (struct syntax_tree *)tree; /* only its counter changes */

	atomic_fetch_add_explicit(&shared->references, 1, memory_order_relaxed);
	return shared;
}

void syntax_tree_release(struct syntax_tree *tree)
{
	if (!tree || atomic_fetch_sub(&tree->references, 1) != 1)
		return;
	for (uint32_t i = 0; i < tree->section_count; i++)
		section_release(tree->sections[i]);
	spine_release(tree->spine);
	alias_table_release(tree->aliases);
	memory_release(tree->sections);
	memory_release(tree->places);
	memory_release(tree);
}

struct node syntax_tree_root(const struct syntax_tree *tree)
{
	const struct section *first = tree->sections[0];

	if (first->value == NO_NODE)
		return (struct node){0};
	return (struct node){tree, {0, first->value}};
}

struct node syntax_tree_node(const struct syntax_tree *tree, struct node_reference reference)
{
	if (reference.section >= tree->section_count ||
		reference.index >= tree->sections[reference.section]->node_count)
		return (struct node){0};
	return (struct node){tree, reference};
}

const struct syntax_change *syntax_tree_change(const struct syntax_tree *tree)
{
	return &tree->change;
}

uint32_t syntax_tree_section_count(const struct syntax_tree *tree)
{
	return tree->section_count;
}

struct range syntax_tree_section_range(const struct syntax_tree *tree, uint32_t section)
{
	return (struct range){tree->places[section].start, tree->places[section + 1].start};
}

bool syntax_tree_shares_section(const struct syntax_tree *a, uint32_t section_a,
	const struct syntax_tree *b, uint32_t section_b)
{
	return a->sections[section_a] == b->sections[section_b];
}
