#include "analyzer/syntax/tree/syntax_tree.h"

#include "analyzer/syntax/tree/tree_builder.h"
#include "analyzer/text/utf8.h"
#include "base/memory.h"

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

struct syntax_tree *tree_allocate(uint32_t section_count)
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

uint32_t syntax_tree_section_at(const struct syntax_tree *tree, uint32_t offset)
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

struct syntax_tree *tree_parse(
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
	return tree_parse(text, NULL, (struct text_edit){{0, 0}, {"", 0}});
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

	struct syntax_tree *tree = parse_text(utf8_repair(text, &repaired));

	tree->has_encoding_error = true;
	tree->encoding_error = (struct range){problem.start, problem.start + 3};
	tree->stray_byte = (unsigned char)text.bytes[problem.start];
	memory_release(repaired);
	return tree;
}

/* ASCII in a wider encoding is UTF-8, too, but for its NULs. */
struct syntax_tree *syntax_tree_of_file(struct string bytes)
{
	const char *encoding = utf8_other_encoding(bytes);

	return encoding ? tree_of_other_encoding(encoding) : syntax_tree_create(bytes);
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

uint32_t syntax_tree_section_line(const struct syntax_tree *tree, uint32_t section)
{
	return tree->places[section].line;
}

struct node syntax_tree_section_key(const struct syntax_tree *tree, uint32_t section)
{
	uint32_t key = tree->sections[section]->key;

	return key == NO_NODE ? (struct node){0} : (struct node){tree, {section, key}};
}

struct node syntax_tree_section_around(const struct syntax_tree *tree, uint32_t section)
{
	uint32_t around = tree->spine->rows[section].parent;

	if (around == NO_NODE || tree->sections[around]->value == NO_NODE)
		return (struct node){0};
	return (struct node){tree, {around, tree->sections[around]->value}};
}

bool syntax_tree_section_is_branch(const struct syntax_tree *tree, uint32_t section)
{
	return tree->sections[section]->role == SECTION_BRANCH;
}

bool syntax_tree_section_same_shape(
	const struct syntax_tree *a, const struct syntax_tree *b, uint32_t section)
{
	return a->spine->rows[section].parent == b->spine->rows[section].parent &&
	       section_same_shape(a->sections[section], b->sections[section]);
}

struct shared_ends syntax_tree_shared_ends(const struct syntax_tree *a, const struct syntax_tree *b)
{
	return shared_list_common(&a->shared, &b->shared);
}

bool syntax_tree_section_may_be_repeated(const struct syntax_tree *tree, uint32_t section)
{
	while (section != NO_NODE && !tree->sections[section]->anchor_count)
		section = tree->spine->rows[section].parent;
	return section != NO_NODE;
}

bool syntax_tree_section_has_aliases(const struct syntax_tree *tree, uint32_t section)
{
	return tree->sections[section]->has_aliases;
}

bool syntax_tree_shares_section(const struct syntax_tree *a, uint32_t section_a,
	const struct syntax_tree *b, uint32_t section_b)
{
	return a->sections[section_a] == b->sections[section_b];
}
