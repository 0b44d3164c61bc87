#include "analyzer/syntax/syntax_tree.h"

#include "analyzer/syntax/tree_builder.h"
#include "analyzer/text/utf8.h"
#include "solver/memory.h"

#include <string.h>

/* ---- sections that trees share ---- */

static void retain(void *section)
{
	section_retain(section);
}

static void release(void *section)
{
	section_release(section);
}

static uint32_t error_count(const void *section)
{
	return ((const struct section *)section)->error_count;
}

static const struct shared_kind sections_are_shared = {retain, release, error_count};

static struct syntax_tree *tree_allocate(uint32_t section_count)
{
	struct syntax_tree *tree = memory_allocate(1, sizeof(*tree));

	atomic_init(&tree->references, 1);
	tree->section_count = section_count;
	tree->sections = memory_resize(NULL, section_count, sizeof(struct section *));
	tree->places = memory_resize(NULL, (size_t)section_count + 1, sizeof(*tree->places));
	tree->places[0] = (struct section_place){0, 0};
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
	tree->shared = shared_list_create(
		&sections_are_shared, (void *const *)tree->sections, builder->count);
	tree->spine = spine_allocate(builder->count);
	for (uint32_t i = 0; i < builder->count; i++)
		spine_describe(&tree->spine->rows[i], tree->sections[i], builder->parents[i]);
	spine_complete(tree->spine, tree->sections, builder->count);
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

	tree_builder_start(&builder, text, NULL);
	tree_builder_add_document(&builder);

	uint32_t parsed = builder.parsed_sections;
	uint64_t bytes = builder.parsed_bytes;
	struct syntax_tree *tree = tree_of_document(&builder);

	tree->change = (struct syntax_change){
		.reason = REPARSE_DOCUMENT, .new_count = parsed, .parsed_bytes = bytes};
	tree_builder_finish(&builder);
	return tree;
}

static struct syntax_tree *parse_text(struct string text)
{
	return parse_document(text, NULL, (struct text_edit){{0, 0}, {"", 0}});
}

/* A tree of nothing: every byte of such a text would be wrong. */
static struct syntax_tree *tree_of_other_encoding(const char *encoding)
{
	struct syntax_tree *tree = parse_text((struct string){"", 0});

	tree->has_encoding_error = true;
	tree->other_encoding = encoding;
	return tree;
}

struct syntax_tree *syntax_tree_create(struct string text)
{
	struct utf8_problem problem;
	char *repaired;

	if (utf8_check(text, &problem))
		return parse_text(text);
	if (utf8_other_encoding(text))
		return tree_of_other_encoding(utf8_other_encoding(text));

	struct syntax_tree *tree = parse_text(utf8_repair(text, &repaired));

	tree->has_encoding_error = true;
	tree->encoding_error = (struct range){problem.start, problem.start + 3};
	tree->stray_byte = (unsigned char)text.bytes[problem.start];
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
		same = is_leaf(old->sections[range.first + i]) &&
		       old->spine->rows[range.first + i].parent == common_parent &&
		       is_leaf(tree->sections[range.first + i]) && new_parents[i] == NO_NODE &&
		       same_key(old->sections[range.first + i], tree->sections[range.first + i]);
	if (same)
		return spine_retain(old->spine);

	struct spine *spine = spine_allocate(tree->section_count);
	struct spine_row *rows = spine->rows;
	uint32_t behind = range.first + new_count;

	memcpy(rows, old->spine->rows, range.first * sizeof(*rows));
	memcpy(rows + behind, old->spine->rows + range.last + 1,
		(tree->section_count - behind) * sizeof(*rows));
	for (uint32_t i = behind; i < tree->section_count; i++) {
		if (rows[i].parent != NO_NODE && rows[i].parent > range.last)
			rows[i].parent += new_count - old_count;
	}
	for (uint32_t i = 0; i < new_count; i++)
		spine_describe(&rows[range.first + i], tree->sections[range.first + i],
			new_parents[i] == NO_NODE ? common_parent : range.first + new_parents[i]);
	spine_complete(spine, tree->sections, tree->section_count);
	return spine;
}

static bool same_shape(
	const struct syntax_tree *old, const struct syntax_tree *tree, struct section_range range)
{
	for (uint32_t i = range.first; i <= range.last; i++) {
		if (old->spine->rows[i].parent != tree->spine->rows[i].parent ||
			!section_same_shape(old->sections[i], tree->sections[i]))
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
	tree->shared = shared_list_replace(
		&old->shared, range.first, old_count, (void *const *)builder->sections, new_count);
	builder->count = 0;
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

/* Sections that were taken over at the ends of a region are not part of the change. */
static void trim_change(const struct syntax_tree *old, struct syntax_tree *tree)
{
	struct syntax_change *change = &tree->change;
	struct section **from = old->sections + change->first_section;
	struct section **to = tree->sections + change->first_section;

	while (change->old_count > 0 && change->new_count > 0 && *from == *to) {
		from++;
		to++;
		change->first_section++;
		change->old_count--;
		change->new_count--;
	}
	while (change->old_count > 0 && change->new_count > 0 &&
		from[change->old_count - 1] == to[change->new_count - 1]) {
		change->old_count--;
		change->new_count--;
	}
}

/* Nested as deeply as branches are at most. */
struct surroundings {
	struct outline_context context;
	struct outline_column columns[TREE_MAXIMUM_BRANCHES + 2];
	struct outline_line next;
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
		tree_builder_add_entries(&builder, column_of(first), first->role == SECTION_ITEM))
		edited = replace_sections(tree, range, &builder);
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
	while (make_region(tree, entries, &region)) {
		struct syntax_tree *edited = edit_region(tree, region, edit);

		if (edited) {
			trim_change(tree, edited);
			if (is_wider)
				edited->change.reason = REPARSE_OUTLINE;
			return edited;
		}
		is_wider = true;
		entries.first = entries.last = tree->spine->rows[entries.first].parent;
	}
	return NULL;
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
	shared_list_release(&tree->shared);
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

struct shared_ends syntax_tree_shared_ends(const struct syntax_tree *a, const struct syntax_tree *b)
{
	return shared_list_common(&a->shared, &b->shared);
}

bool syntax_tree_shares_section(const struct syntax_tree *a, uint32_t section_a,
	const struct syntax_tree *b, uint32_t section_b)
{
	return a->sections[section_a] == b->sections[section_b];
}
