#include "analyzer/syntax/tree/tree_change.h"

#include "base/memory.h"

#include <string.h>

static bool is_leaf(const struct section *section)
{
	return section->role == SECTION_ENTRY || section->role == SECTION_ITEM;
}

static bool same_key(const struct section *a, const struct section *b)
{
	if (a->key == NO_NODE || b->key == NO_NODE)
		return a->key == b->key && (a->value == NO_NODE) == (b->value == NO_NODE);
	return string_equal(raw_text(a, &a->nodes[a->key]), raw_text(b, &b->nodes[b->key]));
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
	for (uint32_t i = behind; i < tree->section_count; i++)
		if (rows[i].parent != NO_NODE && rows[i].parent > range.last)
			rows[i].parent += new_count - old_count;
	for (uint32_t i = 0; i < new_count; i++)
		spine_describe(&rows[range.first + i], tree->sections[range.first + i],
			new_parents[i] == NO_NODE ? common_parent : range.first + new_parents[i]);
	spine_complete(spine, tree->sections, tree->section_count);
	return spine;
}

static bool same_shape(
	const struct syntax_tree *old, const struct syntax_tree *tree, struct section_range range)
{
	for (uint32_t i = range.first; i <= range.last; i++)
		if (old->spine->rows[i].parent != tree->spine->rows[i].parent ||
			!section_same_shape(old->sections[i], tree->sections[i]))
			return false;
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

struct syntax_tree *tree_replace_sections(
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

void tree_trim_change(const struct syntax_tree *old, struct syntax_tree *tree)
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

void tree_compare(const struct syntax_tree *old, struct syntax_tree *tree)
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
