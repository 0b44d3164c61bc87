#include "analyzer/ide/views/selection.h"

struct selection {
	struct arena *arena;
	struct range *ranges;
	size_t count, capacity;
};

/* Only ranges that are wider than the one before count. */
static void widen(struct selection *selection, struct range range)
{
	if (selection->count > 0) {
		struct range last = selection->ranges[selection->count - 1];
		if (range.start > last.start)
			range.start = last.start;
		if (range.end < last.end)
			range.end = last.end;
		if (range.start == last.start && range.end == last.end)
			return;
	}
	selection->ranges = arena_reserve(selection->arena, selection->ranges, selection->count,
		&selection->capacity, sizeof(*selection->ranges));
	selection->ranges[selection->count++] = range;
}

const struct range *selection_ranges(
	const struct syntax_tree *tree, uint32_t offset, struct arena *arena, size_t *count)
{
	struct selection selection = {.arena = arena};
	widen(&selection, (struct range){offset, offset});
	struct node node = syntax_tree_node_at(tree, offset);
	while (!node_is_absent(node)) {
		struct range range = node_range(node);
		widen(&selection, range);
		struct node key = node_key(node);
		if (!node_is_absent(key))
			widen(&selection, (struct range){node_range(key).start, range.end});
		node = node_parent(node);
	}
	widen(&selection, (struct range){0, syntax_tree_length(tree)});
	*count = selection.count;
	return selection.ranges;
}
