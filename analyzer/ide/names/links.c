#include "analyzer/ide/names/links.h"

#include "analyzer/ide/cursor/names.h"
#include "analyzer/ide/cursor/walk.h"

struct collector {
	struct arena *arena;
	const struct syntax_tree *tree;
	struct link *items;
	size_t count, capacity;
};

/* The construct that names the file: by its short form, or by a keyname such as `file`. */
static enum construct naming_construct(const struct place *place)
{
	return place->shape->kind == SHAPE_CONSTRUCT ? (enum construct)place->shape->construct
						     : place->construct;
}

static void describe(enum construct construct, struct link *link)
{
	switch (construct) {
	case CONSTRUCT_IMPORT:
		link->title = "imported file";
		break;
	case CONSTRUCT_ARTIFACT:
	case CONSTRUCT_ARTIFACT_DEFINITION:
		link->title = "artifact";
		link->may_be_no_file = true;
		break;
	case CONSTRUCT_VARIABILITY:
		link->title = "conditions and rules";
		break;
	case CONSTRUCT_PLUGINS:
		link->title = "plugin";
		break;
	default:
		link->title = "implementation";
		link->may_be_no_file = true;
	}
}

/* Simple Profile 1.3, section 3.6.3: `repository` beside `file` says where the path begins. */
static struct string in_repository(
	struct collector *collector, struct node file, struct string target)
{
	struct string name = node_text(node_get(node_parent(file), "repository"));
	if (name.length == 0)
		return target;
	struct node repository = names_find(collector->tree, DECLARED_REPOSITORY, name).value;
	struct string url = node_kind(repository) == NODE_MAPPING
				    ? node_text(node_get(repository, "url"))
				    : node_text(repository);
	if (string_ends_with(url, "/"))
		url = string_slice(url, 0, url.length - 1);
	return url.length == 0 ? (struct string){"", 0}
			       : arena_format(collector->arena, "%.*s/%.*s", STRING_ARGUMENTS(url),
					 STRING_ARGUMENTS(target));
}

static void visit(void *context, const struct walk_item *item)
{
	struct collector *collector = context;
	if (item->is_key || item->place->is_expression || item->place->is_entry)
		return;
	const struct shape *name = shape_alternative(item->place->shape, SHAPE_NAME);
	if (!name || name->name != NAME_OF_FILE || node_text(item->node).length == 0)
		return;
	struct link link = {.range = node_range(item->node), .target = node_text(item->node)};
	if (item->place->shape->kind == SHAPE_NAME)
		link.target = in_repository(collector, item->node, link.target);
	if (link.target.length == 0)
		return; /* in a repository that nobody knows */
	if (node_scalar_style(item->node) == SCALAR_SINGLE_QUOTED ||
		node_scalar_style(item->node) == SCALAR_DOUBLE_QUOTED) {
		link.range.start++;
		link.range.end--;
	}
	describe(naming_construct(item->place), &link);
	collector->items = arena_reserve(collector->arena, collector->items, collector->count,
		&collector->capacity, sizeof(*collector->items));
	collector->items[collector->count++] = link;
}

const struct link *links_list(const struct syntax_tree *tree, struct arena *arena, size_t *count)
{
	struct collector collector = {.arena = arena, .tree = tree};
	struct walk walk = {.arena = arena, .context = &collector, .visit = visit};
	walk_document(tree, &walk);
	*count = collector.count;
	return collector.items;
}
