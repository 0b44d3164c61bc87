#include "analyzer/ide/walk.h"

/* Deeper than any sensible document. */
enum {
	DEEPEST = 200
};

struct walker {
	const struct walk *walk;
	struct cursor_step path[DEEPEST];
};

static void visit(struct walker *walker, const struct walk_item *item)
{
	walker->walk->visit(walker->walk->context, item);
}

static void walk_node(struct walker *walker, struct node node, const struct place *place,
	size_t depth, struct node owner);

static void walk_mapping(struct walker *walker, struct node node, const struct place *place,
	size_t depth, struct node owner)
{
	struct range around = node_range(node);
	bool names = place_keys_are_names(place);
	uint32_t count = node_count(node);
	for (uint32_t i = 0; i < count; i++) {
		struct node_entry entry = node_entry(node, i);
		struct range range = node_range(entry.key);
		if (range.start < around.start || range.end > around.end) {
			continue; /* merged from elsewhere */
		}
		struct walk_item item = {
			.is_key = true,
			.node = entry.key,
			.value = entry.value,
			.place = place,
			.path = walker->path,
			.path_length = depth,
			.owner = owner,
		};
		visit(walker, &item);
		struct cursor_step *step = &walker->path[depth];
		*step = (struct cursor_step){node_text(entry.key), -1, range};
		struct place inner = *place;
		place_enter(&inner, step, depth);
		walk_node(walker, entry.value, &inner, depth + 1, names ? entry.value : owner);
	}
}

static void walk_sequence(struct walker *walker, struct node node, const struct place *place,
	size_t depth, struct node owner)
{
	uint32_t count = node_count(node);
	for (uint32_t i = 0; i < count; i++) {
		struct node child = node_item(node, i);
		struct cursor_step *step = &walker->path[depth];
		*step = (struct cursor_step){STRING(""), (int32_t)i, node_range(child)};
		struct place inner = *place;
		place_enter(&inner, step, depth);
		if (node_kind(child) != NODE_SCALAR) {
			walk_node(walker, child, &inner, depth + 1, owner);
			continue;
		}
		struct walk_item item = {
			.node = child,
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

static void walk_node(struct walker *walker, struct node node, const struct place *place,
	size_t depth, struct node owner)
{
	if (depth + 1 >= DEEPEST || node_alias(node).length > 0) {
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
	struct walker *walker = arena_allocate(walk->arena, 1, sizeof *walker);
	walker->walk = walk;
	struct place place = place_root(place_version(tree));
	walk_node(walker, syntax_tree_root(tree), &place, 0, (struct node){0});
}
