#include "analyzer/ide/declarations/called.h"

#include "analyzer/ide/cursor/names.h"

static struct node target_named_in(struct node map)
{
	struct node target = node_get(map, "target");
	if (node_kind(target) != NODE_SCALAR)
		target = node_get(map, "node");
	if (node_kind(target) != NODE_SCALAR)
		target = node_item(node_get(map, "targets"), 0);
	return target;
}

struct node called_target(const struct syntax_tree *tree, struct node inside)
{
	struct node target = {0};
	for (struct node map = inside; !node_is_absent(map) && node_kind(target) != NODE_SCALAR;
		map = node_parent(map))
		target = target_named_in(map);
	if (node_kind(target) != NODE_SCALAR)
		return (struct node){0};
	struct name_entry group = names_find(tree, DECLARED_GROUP, node_text(target));
	return node_is_absent(group.key) ? target : node_item(node_get(group.value, "members"), 0);
}

struct node event_filter_around(struct node inside)
{
	struct node filter = {0};
	for (struct node map = inside; !node_is_absent(map) && node_is_absent(filter);
		map = node_parent(map))
		filter = node_get(map, "target_filter");
	return filter;
}
