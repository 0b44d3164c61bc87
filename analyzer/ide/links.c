#include "analyzer/ide/links.h"

#include "analyzer/ide/walk.h"

struct collector {
	struct arena *arena;
	struct link *items;
	size_t count, capacity;
};

static void visit(void *context, const struct walk_item *item)
{
	struct collector *collector = context;
	if (item->is_key || item->place->is_expression || item->place->is_entry) {
		return;
	}
	const struct shape *name = shape_alternative(item->place->shape, SHAPE_NAME);
	struct string target = node_text(item->node);
	if (name == NULL || name->name != NAME_OF_FILE || target.length == 0) {
		return;
	}
	struct range range = node_range(item->node);
	if (node_scalar_style(item->node) == SCALAR_SINGLE_QUOTED ||
		node_scalar_style(item->node) == SCALAR_DOUBLE_QUOTED) {
		range.start++;
		range.end--;
	}
	collector->items = arena_reserve(collector->arena, collector->items, collector->count,
		&collector->capacity, sizeof *collector->items);
	collector->items[collector->count++] = (struct link){range, target};
}

const struct link *links_list(const struct syntax_tree *tree, struct arena *arena, size_t *count)
{
	struct collector collector = {.arena = arena};
	struct walk walk = {.arena = arena, .context = &collector, .visit = visit};
	walk_document(tree, &walk);
	*count = collector.count;
	return collector.items;
}
