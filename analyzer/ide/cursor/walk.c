#include "analyzer/ide/cursor/walk.h"

/* Deeper than any sensible document. */
enum {
	DEEPEST = 200,
	MOST_REPEATED = 1000 /* aliases in what is repeated */
};

struct walker {
	const struct walk *walk;
	uint32_t first, last; /* sections to look at */
	struct cursor_step path[DEEPEST];
	bool is_repeated; /* what is looked at: something stands for it elsewhere */
	unsigned repeated_count;
};

static bool do_touch(struct range a, struct range b)
{
	return a.start <= b.end && a.end >= b.start;
}

static void visit(struct walker *walker, const struct walk_item *item)
{
	const struct walk *walk = walker->walk;
	if (walk->only_repeated && !do_touch(node_range(item->node), walk->repeated))
		return;
	if (!walk->only_section || item->node.reference.section == walk->section)
		walk->visit(walk->context, item);
}

static bool touches(const struct walker *walker, struct range range)
{
	const struct walk *walk = walker->walk;
	return !walk->only_range ||
	       do_touch(range, walker->is_repeated ? walk->repeated : walk->range);
}

/* What an alias in something repeated stands for may stand anywhere. */
static bool may_hold(const struct walker *walker, struct node node)
{
	return touches(walker, node_range(node)) ||
	       (walker->is_repeated && node_alias(node).length > 0);
}

struct span {
	uint32_t first, end;
};

static uint32_t section_of(struct node parent, uint32_t position)
{
	struct node child = node_kind(parent) == NODE_MAPPING ? node_entry(parent, position).key
							      : node_item(parent, position);
	return child.reference.section;
}

/* The entries or items, without merged ones, that may reach into the sections to look at, which are
 * numbered in the order of the text. The one before the first may begin earlier and reach into it.
 */
static struct span span_of(const struct walker *walker, struct node parent)
{
	uint32_t count = node_written_count(parent);
	if (walker->is_repeated || (!walker->walk->only_section && !walker->walk->only_range))
		return (struct span){0, count};
	uint32_t low = 0, high = count;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (section_of(parent, middle) < walker->first)
			low = middle + 1;
		else
			high = middle;
	}
	struct span span = {low > 0 ? low - 1 : 0, low};
	while (span.end < count && section_of(parent, span.end) <= walker->last)
		span.end++;
	return span;
}

static void walk_node(struct walker *walker, struct node node, const struct place *place,
	size_t depth, struct node owner);

static void walk_entry(struct walker *walker, struct node_entry entry, const struct place *place,
	size_t depth, struct node owner)
{
	struct range range = node_range(entry.key);
	struct walk_item item = {
		.is_key = true,
		.node = entry.key,
		.value = entry.value,
		.place = place,
		.path = walker->path,
		.path_length = depth,
		.owner = owner,
	};
	if (touches(walker, range))
		visit(walker, &item);
	if (!may_hold(walker, entry.value))
		return;
	struct cursor_step *step = &walker->path[depth];
	*step = (struct cursor_step){node_text(entry.key), -1, range};
	struct place inner = *place;
	place_enter(&inner, step, depth);
	walk_node(walker, entry.value, &inner, depth + 1,
		place_keys_are_names(place) ? entry.value : owner);
}

static void walk_mapping(struct walker *walker, struct node node, const struct place *place,
	size_t depth, struct node owner)
{
	struct span span = span_of(walker, node);
	bool is_repeated = walker->is_repeated;
	for (uint32_t i = span.first; i < span.end; i++)
		walk_entry(walker, node_entry(node, i), place, depth, owner);
	if (!walker->walk->only_repeated)
		return;
	walker->is_repeated = true;
	for (uint32_t i = node_written_count(node); i < node_count(node); i++)
		walk_entry(walker, node_entry(node, i), place, depth, owner);
	walker->is_repeated = is_repeated;
}

static void walk_sequence(struct walker *walker, struct node node, const struct place *place,
	size_t depth, struct node owner)
{
	struct span span = span_of(walker, node);
	for (uint32_t i = span.first; i < span.end; i++) {
		struct node child = node_item(node, i);
		struct range range = node_range(child);
		if (!may_hold(walker, child))
			continue;
		struct cursor_step *step = &walker->path[depth];
		*step = (struct cursor_step){STRING(""), (int32_t)i, range};
		struct place inner = *place;
		place_enter(&inner, step, depth);
		if (node_kind(child) != NODE_SCALAR) {
			walk_node(walker, child, &inner, depth + 1, owner);
			continue;
		}
		struct walk_item item = {
			.node = walker->walk->only_repeated ? node_meant(child) : child,
			.place = &inner,
			.path = walker->path,
			.path_length = depth + 1,
			.list = node,
			.position = (int32_t)i,
			.owner = owner,
		};
		visit(walker, &item);
	}
}

static void walk_alias(struct walker *walker, struct node alias, const struct place *place,
	size_t depth, struct node owner)
{
	struct node meant = node_meant(alias);
	bool is_repeated = walker->is_repeated;
	if (!walker->walk->only_repeated || node_alias(meant).length > 0 ||
		walker->repeated_count == MOST_REPEATED)
		return;
	walker->repeated_count++;
	walker->is_repeated = true;
	walk_node(walker, meant, place, depth, owner);
	walker->is_repeated = is_repeated;
}

static void walk_node(struct walker *walker, struct node node, const struct place *place,
	size_t depth, struct node owner)
{
	if (depth + 1 >= DEEPEST)
		return;
	if (node_alias(node).length > 0) {
		walk_alias(walker, node, place, depth, owner);
		return;
	}
	switch (node_kind(node)) {
	case NODE_ABSENT:
		break;
	case NODE_MAPPING:
		walk_mapping(walker, node, place, depth, owner);
		break;
	case NODE_SEQUENCE:
		walk_sequence(walker, node, place, depth, owner);
		break;
	case NODE_SCALAR: {
		struct walk_item item = {
			.node = node,
			.place = place,
			.path = walker->path,
			.path_length = depth,
			.position = -1,
			.owner = owner,
		};
		visit(walker, &item);
		break;
	}
	}
}

void walk_document(const struct syntax_tree *tree, const struct walk *walk)
{
	struct walker walker; /* its path is filled as it is gone */
	walker.walk = walk;
	walker.is_repeated = false;
	walker.repeated_count = 0;
	if (walk->only_section) {
		walker.first = walker.last = walk->section;
	} else if (walk->only_range) {
		walker.first = syntax_tree_section_at(tree, walk->range.start);
		walker.last = syntax_tree_section_at(tree, walk->range.end);
	}
	struct place place = place_root(tree);
	walk_node(&walker, syntax_tree_root(tree), &place, 0, (struct node){0});
}
