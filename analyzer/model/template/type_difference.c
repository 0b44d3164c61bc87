#include "analyzer/model/template/type_difference.h"

#include "analyzer/model/grammar/grammar.h"
#include "analyzer/model/types/types.h"

static struct node key_or_item(struct node parent, uint32_t position)
{
	return node_kind(parent) == NODE_MAPPING ? node_entry(parent, position).key
						 : node_item(parent, position);
}

/* The last entry or item of `parent` that begins in `section` or before; false if all begin
 * behind it. Sections are numbered in the order of the text. */
static bool find_child(struct node parent, uint32_t section, uint32_t *position)
{
	uint32_t low = 0;
	uint32_t high = node_count(parent);
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (key_or_item(parent, middle).reference.section <= section)
			low = middle + 1;
		else
			high = middle;
	}
	*position = low - 1;
	return low > 0;
}

static enum region region_of(struct string keyname)
{
	if (keyname_is_template(keyname))
		return REGION_TEMPLATE;
	if (string_is(keyname, "metadata") || string_is(keyname, "description"))
		return REGION_PLAIN;
	for (int kind = 0; kind < TYPE_KIND_TOTAL; kind++)
		if (string_is(keyname, type_kind_row((enum type_kind)kind)->keyname))
			return REGION_TYPES;
	return REGION_OTHER;
}

/* Functions of a service template are called anywhere in it. */
static bool holds_functions(struct node_entry child, unsigned level, uint32_t section)
{
	if (level == 0)
		return child.key.reference.section == section &&
		       !node_is_null(node_get(child.value, "functions"));
	return level == 1 && string_is(node_text(child.key), "functions");
}

/* What a section is a part of, and the sections that have to be looked at when it changes. */
struct surroundings {
	enum region region;
	uint32_t first, end;
	bool may_hold_variability; /* or a part of it */
	bool is_collection;        /* with all its entries: none may stand elsewhere */
};

/* The way from the root to what begins in a section, level by level. */
struct descent {
	const struct syntax_tree *tree;
	uint32_t section;
	struct node parent;
	uint32_t end;   /* of the sections of what has been come to */
	uint32_t owner; /* the section of the entry of a collection around it */
	bool is_variability;
};

/* The entry or item of the level; false if there is none, or if the section holds others, too. */
static bool descend(struct descent *descent, unsigned level, struct node_entry *child)
{
	uint32_t position;
	struct node parent = descent->parent;
	if (node_kind(parent) == NODE_SCALAR || !find_child(parent, descent->section, &position))
		return false;
	bool is_mapping = node_kind(parent) == NODE_MAPPING;
	*child = is_mapping ? node_entry(parent, position)
			    : (struct node_entry){.value = node_item(parent, position)};
	if (level == 0 && position > 0 &&
		key_or_item(parent, position - 1).reference.section >= descent->section)
		return false;
	if (position + 1 < node_count(parent))
		descent->end = key_or_item(parent, position + 1).reference.section;
	descent->parent = child->value;
	return true;
}

/* What is written in an entry of a collection of the template concerns this entry, and no other
 * section, unless by way of types. What is written in a variability definition concerns itself.
 * Whoever reads a type asks for all of it. */
static struct surroundings surroundings_of(const struct syntax_tree *tree, uint32_t section)
{
	enum {
		DEEPEST = 12,
		ENTRY_LEVEL = 2,
	};
	struct surroundings other = {.region = REGION_OTHER};
	struct descent descent = {.tree = tree,
		.section = section,
		.parent = syntax_tree_root(tree),
		.end = syntax_tree_section_count(tree)};
	enum region region = REGION_OTHER;
	for (unsigned level = 0; level < DEEPEST; level++) {
		struct node_entry child;
		bool is_mapping = node_kind(descent.parent) == NODE_MAPPING;
		if (!descend(&descent, level, &child))
			return other;
		struct node begin = is_mapping ? child.key : child.value;
		if (level == 0)
			region = region_of(node_text(begin));
		if (region == REGION_OTHER || (region == REGION_TEMPLATE && is_mapping &&
						      holds_functions(child, level, section)))
			return other;
		if (level == 1)
			descent.is_variability = string_is(node_text(begin), "variability");
		if (level == ENTRY_LEVEL)
			descent.owner = begin.reference.section;
		if (begin.reference.section != section)
			continue;
		bool is_branch = descent.end > section + 1;
		bool is_inside =
			region == REGION_TEMPLATE && level > ENTRY_LEVEL && !descent.is_variability;
		bool is_collection = is_branch && region == REGION_TEMPLATE && level == 1;
		bool is_template = is_branch && region == REGION_TEMPLATE && level == 0;
		if (is_template || (is_branch && region == REGION_TYPES))
			return other;
		return (struct surroundings){region, is_inside ? descent.owner : section,
			descent.end,
			region == REGION_TEMPLATE && (level == 0 || descent.is_variability),
			is_collection};
	}
	return other;
}

/* Whether it is too broken to hold anything: at most the empty part of a collection around it. */
static bool is_empty(const struct syntax_tree *tree, uint32_t section)
{
	struct node first = syntax_tree_node(tree, (struct node_reference){section, 0});
	return node_is_absent(first) ||
	       (section > 0 && node_kind(first) != NODE_SCALAR && node_count(first) == 0 &&
		       node_is_absent(syntax_tree_node(tree, (struct node_reference){section, 1})));
}

/* Looks at a section that is not what it was, in either revision, and makes the region wide enough
 * for it. What repeats an anchor elsewhere may be any section. */
static bool add_section(
	struct type_difference *difference, const struct syntax_tree *tree, uint32_t section)
{
	if (is_empty(tree, section))
		return true; /* the other revision tells what it has been, or will be, a part of */
	struct surroundings around = surroundings_of(tree, section);
	uint32_t end = syntax_tree_section_count(tree) - difference->kept.tail;
	uint32_t behind = around.end > end ? around.end - end : 0;
	if (around.region == REGION_OTHER || (around.is_collection && behind > 0) ||
		syntax_tree_section_may_be_repeated(tree, section))
		return false;
	if (around.region == REGION_TYPES)
		difference->region = REGION_TYPES;
	difference->keeps_variability &= !around.may_hold_variability;
	if (around.first == section && around.end == section + 1)
		return true;
	if (difference->before > around.first)
		difference->before = around.first;
	if (difference->behind < behind)
		difference->behind = behind;
	difference->is_wide = true;
	return true;
}

/* Nothing but the template can move, and nothing that types are made of. */
static bool only_template_moves(const struct syntax_tree *tree, uint32_t first)
{
	struct node root = syntax_tree_root(tree);
	uint32_t count = node_count(root);
	struct node last = count > 0 && node_kind(root) == NODE_MAPPING
				   ? node_entry(root, count - 1).key
				   : (struct node){0};
	return region_of(node_text(last)) == REGION_TEMPLATE && last.reference.section < first;
}

static bool has_variability(const struct syntax_tree *tree)
{
	return !node_is_null(node_get(grammar_template(tree).value, "variability"));
}

struct type_difference type_difference_between(
	const struct syntax_tree *before, const struct syntax_tree *tree)
{
	struct type_difference other = {.region = REGION_OTHER};
	struct type_difference found = {
		.region = REGION_TEMPLATE, .keeps_variability = true, .before = UINT32_MAX};
	uint32_t old_count = syntax_tree_section_count(before);
	uint32_t count = syntax_tree_section_count(tree);
	found.kept = syntax_tree_shared_ends(before, tree);
	uint32_t old_end = old_count - found.kept.tail;
	uint32_t end = count - found.kept.tail;
	if (has_variability(tree) != has_variability(before))
		return other;
	if (count != old_count && !(only_template_moves(tree, found.kept.head) &&
					  only_template_moves(before, found.kept.head)))
		return other;
	for (uint32_t i = found.kept.head; i < old_end; i++) {
		if (count == old_count && syntax_tree_shares_section(before, i, tree, i))
			continue;
		if (!add_section(&found, before, i))
			return other;
	}
	for (uint32_t i = found.kept.head; i < end; i++) {
		if (count == old_count && syntax_tree_shares_section(before, i, tree, i))
			continue;
		if (!add_section(&found, tree, i))
			return other;
	}
	if (count != old_count && found.region == REGION_TYPES)
		return other;
	if (found.before < found.kept.head)
		found.kept.head = found.before;
	found.kept.tail -= found.behind;
	return found;
}
